import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Schema, type Connection, type Model } from 'mongoose';

import type { Database } from './connection.ts';
import { findAccount, type Account } from './users.ts';

/** Milliseconds without a request after which a session ends, and those it may last in all. */
const idle = 30 * 60_000;
const longest = 12 * 3_600_000;
/** Milliseconds after which a request is worth noting. */
const noteEvery = 60_000;

/** Somebody who is signed in with a browser. */
export interface Session {
  /** The hash of the token that only the browser has. */
  _id: string;
  /** A UUID, by which a session is named where its token must not be. */
  publicId: string;
  userId: string;
  /** Of the account when the session began: with another password it is over. */
  passwordChangedAt: Date;
  /** The browser and the system, such as `Firefox on Linux`. */
  browser: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** When it ends unless it is used; MongoDB deletes it then. */
  expiresAt: Date;
}

const sessionSchema = new Schema<Session>(
  {
    _id: { type: String, required: true },
    publicId: { type: String, required: true },
    userId: { type: String, required: true },
    passwordChangedAt: { type: Date, required: true },
    browser: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastSeenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  {
    versionKey: false,
    strict: 'throw',
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
  },
);

sessionSchema.index({ userId: 1 });
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The model of `Session`, bound to the given connection only. */
export function sessionModel(connection: Connection): Model<Session> {
  return connection.model<Session>('Session', sessionSchema);
}

/** A random token of 256 bits, as text that fits into a URL and a cookie. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token: nobody who reads the database can use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Begins a session. Resolves to its token, which is kept nowhere else. */
export async function createSession(
  { sessions }: Database,
  { id: userId, passwordChangedAt }: Account,
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
  return token;
}

/** A session that has not ended, with its account as that is now. */
export interface OpenSession {
  id: string;
  account: Account;
  /** When it ends whatever happens. */
  endsAt: Date;
}

/**
 * The session of a token, which lasts longer for being asked for unless that is not to be noted;
 * undefined once it has ended, or its account is disabled or has another password.
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
  return { id: session.publicId, account, endsAt };
}

/** The sessions of a user that have not ended, the latest first. */
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

/** Ends all sessions of a user. Resolves to how many there were. */
export async function endSessions({ sessions }: Database, userId: string): Promise<number> {
  const { deletedCount } = await sessions.deleteMany({ userId });
  return deletedCount;
}
