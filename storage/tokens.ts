import { randomUUID } from 'node:crypto';
import { Schema } from 'mongoose';

import { tokenScopes, type TokenScope } from '../contract/roles.ts';
import type { Database } from './connection.ts';
import { date, schemaOptions, text } from './schemas.ts';
import { createToken, hashToken } from './sessions.ts';
import { findAccount, type Account } from './users.ts';

/** The prefix by which secret scanners recognise a token. */
const prefix = 'ao_';
const day = 86_400_000;
/** The minimum number of milliseconds between two updates of a token's last use. */
const noteEvery = 60_000;

/** An access token. A script that sends it acts for an account. */
export interface AccessToken {
  /** The hash of the token; only its owner has the token itself. */
  _id: string;
  /** A UUID that identifies the token in place of its secret value. */
  publicId: string;
  userId: string;
  name: string;
  scope: TokenScope;
  createdAt: Date;
  lastUsedAt?: Date;
  /** When it stops working; MongoDB deletes it then. */
  expiresAt: Date;
}

export const tokenSchema = new Schema<AccessToken>(
  {
    _id: text,
    publicId: text,
    userId: text,
    name: text,
    scope: { ...text, enum: tokenScopes },
    createdAt: date,
    lastUsedAt: Date,
    expiresAt: date,
  },
  schemaOptions,
);

tokenSchema.index({ userId: 1 });
tokenSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/**
 * Creates a token of 256 random bits. Resolves to the token and its expiry. Only the hash of the
 * token is stored.
 */
export async function createAccessToken(
  { tokens }: Database,
  { days, ...token }: Pick<AccessToken, 'userId' | 'name' | 'scope'> & { days: number },
): Promise<{ token: string; expiresAt: Date }> {
  const secret = `${prefix}${createToken()}`;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + days * day);
  const publicId = randomUUID();
  await tokens.create({ ...token, _id: hashToken(secret), publicId, createdAt, expiresAt });
  return { token: secret, expiresAt };
}

/** The current account and the scope of a valid token. Records its use at most once a minute. */
export async function findToken(
  database: Database,
  token: string,
): Promise<{ account: Account; scope: TokenScope } | undefined> {
  const { tokens } = database;
  const now = new Date();
  const _id = hashToken(token);
  const found = await tokens
    .findOne({ _id, expiresAt: { $gt: now } })
    .lean<AccessToken>()
    .exec();
  const account = found && (await findAccount(database, found.userId));
  if (!account) return undefined;
  if (now.getTime() - (found.lastUsedAt?.getTime() ?? 0) >= noteEvery) {
    await tokens.updateOne({ _id }, { $set: { lastUsedAt: now } });
  }
  return { account, scope: found.scope };
}

/** The valid tokens of all accounts, newest first. */
export function listTokens({ tokens }: Database): Promise<AccessToken[]> {
  return tokens
    .find({ expiresAt: { $gt: new Date() } })
    .sort({ createdAt: -1 })
    .lean<AccessToken[]>()
    .exec();
}

/** Revokes the token with a public id. Resolves to it; null if there is none. */
export function revokeToken({ tokens }: Database, publicId: string): Promise<AccessToken | null> {
  return tokens.findOneAndDelete({ publicId }).lean<AccessToken>().exec();
}
