import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Schema } from 'mongoose';

import type { Database } from './connection.ts';
import { findAccount, type Account } from './users.ts';
import { date, schemaOptions, text } from './schemas.ts';

/** The idle timeout and the maximum length of a session, in milliseconds. */
const idle = 30 * 60_000;
const longest = 12 * 3_600_000;
/** The minimum number of milliseconds between two updates of a session's last use. */
const noteEvery = 60_000;

export interface Session {
  /** The hash of the token; only the browser has the token itself. */
  _id: string;
  /** A UUID that identifies the session in place of the token, which is secret. */
  publicId: string;
  userId: string;
  /** Copied from the account at sign-in: a new password or removed access ends the session. */
  passwordChangedAt: Date;
  /** The browser and the system, such as `Firefox on Linux`. */
  browser: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** When the session expires if it is not used again. MongoDB then deletes it. */
  expiresAt: Date;
}

export const sessionSchema = new Schema<Session>(
  {
    _id: text,
    publicId: text,
    userId: text,
    passwordChangedAt: date,
    browser: text,
    createdAt: date,
    lastSeenAt: date,
    expiresAt: date,
  },
  schemaOptions,
);

sessionSchema.index({ userId: 1 });
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

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
  browser: string,
): Promise<string> {
  const token = createToken();
  const now = new Date();
  await sessions.create({
    _id: hashToken(token),
    publicId: randomUUID(),
    userId,
    passwordChangedAt,
    browser,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + idle),
  });
  await users.updateOne({ _id: userId }, { $set: { lastSignInAt: now } });
  return token;
}

/** An active session with its current account. */
export interface OpenSession {
  id: string;
  account: Account;
  startedAt: Date;
  /** When it ends even if it is used. */
  endsAt: Date;
}

/**
 * Finds the active session of a token. Unless `note` is false, it also extends the session, at most
 * once a minute. Undefined if the session has ended, or if its account was disabled, was deleted or
 * has a new password.
 */
export async function findSession(
  database: Database,
  token: string,
  { note = true } = {},
): Promise<OpenSession | undefined> {
  const { sessions } = database;
  const now = new Date();
  const session = await sessions
    .findOne({ _id: hashToken(token), expiresAt: { $gt: now } })
    .lean<Session>()
    .exec();
  if (!session) return undefined;
  const endsAt = new Date(session.createdAt.getTime() + longest);
  if (endsAt <= now) return undefined;
  const account = await findAccount(database, session.userId);
  if (account?.passwordChangedAt.getTime() !== session.passwordChangedAt.getTime()) {
    return undefined;
  }
  if (note && now.getTime() - session.lastSeenAt.getTime() >= noteEvery) {
    const expiresAt = new Date(Math.min(now.getTime() + idle, endsAt.getTime()));
    await sessions.updateOne({ _id: session._id }, { $set: { lastSeenAt: now, expiresAt } });
  }
  return { id: session.publicId, account, startedAt: session.createdAt, endsAt };
}

/** A user's active sessions, latest first. */
export function listSessions({ sessions }: Database, userId: string): Promise<Session[]> {
  return sessions
    .find({ userId, expiresAt: { $gt: new Date() } })
    .sort({ lastSeenAt: -1 })
    .lean<Session[]>()
    .exec();
}

/** Ends the session of a token, if there is one. */
export async function endSession({ sessions }: Database, token: string): Promise<void> {
  await sessions.deleteOne({ _id: hashToken(token) });
}
