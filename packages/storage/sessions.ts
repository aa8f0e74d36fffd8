import { createHash, randomBytes } from 'node:crypto';
import { Schema, type InferSchemaType } from 'mongoose';

import type { Database } from './connection.ts';
import { date, schemaOptions, text } from './schemas.ts';
import { findUser, type Account } from './users.ts';

/** The idle timeout and the maximum length of a session, in milliseconds. */
const idle = 30 * 60_000;
const longest = 12 * 3_600_000;
const extendBy = 60_000;

export const sessionSchema = new Schema(
  {
    /** The hash of the token; only the browser has the token itself. */
    _id: text,
    userId: text,
    /** Copied from the account at sign-in: a new password or removed access ends the session. */
    passwordChangedAt: date,
    createdAt: date,
    expiresAt: date,
  },
  schemaOptions,
);

sessionSchema.index({ userId: 1 });
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type Session = InferSchemaType<typeof sessionSchema>;

export interface OpenSession {
  account: Account;
  startedAt: Date;
  expiresAt: Date;
}

/** A random 256-bit token, safe for URLs and cookies. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash of a token. Only hashes are stored, so nobody can steal tokens from the database. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Starts a session. Resolves to its token, which is not stored. */
export async function createSession(
  { sessions, users }: Database,
  { id: userId, passwordChangedAt }: Pick<Account, 'id' | 'passwordChangedAt'>,
): Promise<string> {
  const token = createToken();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + idle);
  const _id = hashToken(token);
  await sessions.create({ _id, userId, passwordChangedAt, createdAt, expiresAt });
  await users.updateOne({ _id: userId }, { $set: { lastSignInAt: createdAt } });
  return token;
}

/** Finds a token's active session, and extends it unless `note` is false. */
export async function findSession(
  database: Database,
  token: string,
  { note = true } = {},
): Promise<OpenSession | undefined> {
  const { sessions } = database;
  const active = { _id: hashToken(token), expiresAt: { $gt: new Date() } };
  const session = await sessions.findOne(active).lean<Session>().exec();
  if (!session) return undefined;
  const { _id, userId, createdAt, passwordChangedAt } = session;
  const account = await findUser(database, { _id: userId, passwordChangedAt, disabled: false });
  if (!account) return undefined;
  const expiresAt = new Date(Math.min(Date.now() + idle, createdAt.getTime() + longest));
  if (note && expiresAt.getTime() - session.expiresAt.getTime() > extendBy) {
    await sessions.updateOne({ _id }, { $set: { expiresAt } });
  }
  return { account, startedAt: createdAt, expiresAt };
}

export async function endSession({ sessions }: Database, token: string): Promise<void> {
  await sessions.deleteOne({ _id: hashToken(token) });
}
