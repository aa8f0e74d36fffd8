import { randomUUID } from 'node:crypto';
import { Schema, type InferSchemaType } from 'mongoose';

import { tokenScopes } from '#contract/roles.ts';
import type { Database } from './connection.ts';
import { date, schemaOptions, text } from './schemas.ts';
import { createToken, hashToken } from './sessions.ts';
import { findUser } from './users.ts';

/** An access token. A script that sends it acts for an account. */
export const tokenSchema = new Schema(
  {
    /** The hash of the token; only its owner has the token itself. */
    _id: text,
    /** A UUID that identifies the token in place of its secret value. */
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

export type AccessToken = InferSchemaType<typeof tokenSchema>;

/** Creates a token of 256 random bits. Resolves to it and its expiry. Only its hash is stored. */
export async function createAccessToken(
  { tokens }: Database,
  { days, ...token }: Pick<AccessToken, 'userId' | 'name' | 'scope'> & { days: number },
): Promise<{ token: string; expiresAt: Date }> {
  // Secret scanners recognise a token by its prefix.
  const secret = `ao_${createToken()}`;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + days * 86_400_000);
  const ids = { _id: hashToken(secret), publicId: randomUUID() };
  await tokens.create({ ...token, ...ids, createdAt, expiresAt });
  return { token: secret, expiresAt };
}

/** The current account and the scope of a valid token. Records its use. */
export async function findToken(database: Database, token: string) {
  const now = new Date();
  const valid = { _id: hashToken(token), expiresAt: { $gt: now } };
  const used = { $set: { lastUsedAt: now } };
  const accessToken = await database.tokens
    .findOneAndUpdate(valid, used)
    .lean<AccessToken>()
    .exec();
  const account =
    accessToken && (await findUser(database, { _id: accessToken.userId, disabled: false }));
  return account ? { account, scope: accessToken.scope } : undefined;
}
