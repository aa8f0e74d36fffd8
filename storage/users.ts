import { randomUUID } from 'node:crypto';
import { Schema, type Connection, type Model } from 'mongoose';

import type { Database } from './connection.ts';
import { hashPassword, impossibleHash, verifyPassword } from './password.ts';

/** Somebody on the staff. */
export interface User {
  /** A UUID. */
  _id: string;
  username: string;
  /** A salted hash with its parameters (password.ts), never the password itself. */
  password: string;
  passwordChangedAt: Date;
  /** Whether enquiries may be read; without it only what holds no personal data. */
  maySeePersonalData: boolean;
  disabled: boolean;
  createdAt: Date;
}

const userSchema = new Schema<User>(
  {
    _id: { type: String, required: true },
    username: { type: String, required: true, trim: true, lowercase: true },
    password: { type: String, required: true, match: /^scrypt\$/ },
    passwordChangedAt: { type: Date, required: true },
    maySeePersonalData: { type: Boolean, required: true },
    disabled: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
  },
  {
    versionKey: false,
    strict: 'throw',
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
  },
);

userSchema.index({ username: 1 }, { unique: true });

/** The model of `User`, bound to the given connection only. */
export function userModel(connection: Connection): Model<User> {
  return connection.model<User>('User', userSchema);
}

/** What the rest of the product knows of a user. */
export interface Account {
  id: string;
  username: string;
  maySeePersonalData: boolean;
  passwordChangedAt: Date;
}

/** A username that somebody else already has. */
export class UsernameTakenError extends Error {
  override name = 'UsernameTakenError';
}

// Costs as much to check as a real one, so that the time taken does not tell who exists.
const nobodysHash = impossibleHash();

/**
 * Adds a user and keeps the password as a hash only. Usernames are alike whatever their case.
 *
 * @throws UsernameTakenError if the username is in use; RangeError if either value is empty.
 */
export async function createUser(
  { users }: Database,
  user: { username: string; password: string; maySeePersonalData?: boolean },
): Promise<Account> {
  const { username, password, maySeePersonalData = true } = user;
  if (username.trim() === '' || password === '') {
    throw new RangeError('A user needs a username and a password.');
  }
  // Without its unique index MongoDB would accept the same username twice.
  await users.createIndexes();
  const now = new Date();
  try {
    const created = await users.create({
      _id: randomUUID(),
      username,
      password: await hashPassword(password),
      passwordChangedAt: now,
      maySeePersonalData,
      disabled: false,
      createdAt: now,
    });
    return accountOf(created);
  } catch (error) {
    if ((error as { code?: unknown }).code === 11_000) {
      throw new UsernameTakenError('The username is already in use.');
    }
    throw error;
  }
}

/** The user whose username and password these are, unless disabled; undefined for anybody else. */
export async function checkCredentials(
  { users }: Database,
  { username, password }: { username: string; password: string },
): Promise<Account | undefined> {
  const user = await users.findOne({ username }).lean<User>().exec();
  const matches = await verifyPassword(password, user?.password ?? nobodysHash);
  return user && matches && !user.disabled ? accountOf(user) : undefined;
}

/** The user as it is now; undefined once it is disabled or gone. */
export async function findAccount({ users }: Database, id: string): Promise<Account | undefined> {
  const user = await users.findOne({ _id: id, disabled: false }).lean<User>().exec();
  return user ? accountOf(user) : undefined;
}

function accountOf(user: User): Account {
  const { _id: id, username, maySeePersonalData, passwordChangedAt } = user;
  return { id, username, maySeePersonalData, passwordChangedAt };
}

/** A user without the password's hash. */
export type UserSummary = Omit<User, 'password'>;

/** Every user, by username. */
export function listUsers({ users }: Database): Promise<UserSummary[]> {
  return users.find().sort({ username: 1 }).select({ password: 0 }).lean<UserSummary[]>().exec();
}

/** Gives a user a new password. Resolves to false when there is no such user. */
export async function changePassword(
  { users }: Database,
  { username, password }: { username: string; password: string },
): Promise<boolean> {
  const $set = { password: await hashPassword(password), passwordChangedAt: new Date() };
  const { matchedCount } = await users.updateOne({ username }, { $set });
  return matchedCount > 0;
}

/** Changes what a user may do. Resolves to false when there is no such user. */
export async function changeRights(
  { users }: Database,
  username: string,
  rights: Partial<Pick<User, 'disabled' | 'maySeePersonalData'>>,
): Promise<boolean> {
  const { matchedCount } = await users.updateOne({ username }, { $set: rights });
  return matchedCount > 0;
}
