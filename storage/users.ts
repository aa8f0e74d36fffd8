import { randomUUID } from 'node:crypto';
import { Schema, type Connection, type Model } from 'mongoose';

import { roles, type Role } from '../contract/roles.ts';
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
  role: Role;
  disabled: boolean;
  createdAt: Date;
  /** The one link with which the password may be set: the hash of its token, and when it ends. */
  link?: { tokenHash: string; expiresAt: Date };
}

const userSchema = new Schema<User>(
  {
    _id: { type: String, required: true },
    username: { type: String, required: true, trim: true, lowercase: true },
    password: { type: String, required: true, match: /^scrypt\$/ },
    passwordChangedAt: { type: Date, required: true },
    role: { type: String, required: true, enum: roles },
    disabled: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    link: {
      type: new Schema({ tokenHash: String, expiresAt: Date }, { _id: false, strict: 'throw' }),
      required: false,
    },
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
  role: Role;
  passwordChangedAt: Date;
}

/** A username that somebody else already has. */
export class UsernameTakenError extends Error {
  override name = 'UsernameTakenError';
}

// Costs as much to check as a real one, so that the time taken does not tell who exists.
const nobodysHash = impossibleHash();

/**
 * Adds a user and keeps the password as a hash only; without one nobody can sign in before the
 * password is set. Usernames are alike whatever their case.
 *
 * @throws UsernameTakenError if the username is in use; RangeError if either value is empty.
 */
export async function createUser(
  { users }: Database,
  user: { username: string; password?: string; role?: Role },
): Promise<Account> {
  const { username, password, role = 'staff' } = user;
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
      password: password === undefined ? impossibleHash() : await hashPassword(password),
      passwordChangedAt: now,
      role,
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

function accountOf({ _id: id, username, role, passwordChangedAt }: User): Account {
  return { id, username, role, passwordChangedAt };
}

/** A user without the password's hash and the link's. */
export type UserSummary = Omit<User, 'password' | 'link'>;

const hidden = { password: 0, link: 0 };

/** Every user, by username. */
export function listUsers({ users }: Database): Promise<UserSummary[]> {
  return users.find().sort({ username: 1 }).select(hidden).lean<UserSummary[]>().exec();
}

/** The user with an id, disabled or not. */
export function findUser({ users }: Database, id: string): Promise<UserSummary | null> {
  return users.findById(id).select(hidden).lean<UserSummary>().exec();
}

/** Gives a user a new password; a link to set it is void. Resolves to false without such a user. */
export async function changePassword(
  { users }: Database,
  { username, password }: { username: string; password: string },
): Promise<boolean> {
  const $set = { password: await hashPassword(password), passwordChangedAt: new Date() };
  const { matchedCount } = await users.updateOne({ username }, { $set, $unset: { link: 1 } });
  return matchedCount > 0;
}

/** Changes what a user may do. Resolves to false when there is no such user. */
export async function changeRights(
  { users }: Database,
  username: string,
  { disabled, role }: { disabled?: boolean; role?: Role },
): Promise<boolean> {
  const $set = { ...(disabled === undefined ? {} : { disabled }), ...(role ? { role } : {}) };
  const { matchedCount } = await users.updateOne({ username }, { $set });
  return matchedCount > 0;
}

/** Stores the one link with which a user may set the password. Resolves to false without such a user. */
export async function storeLink(
  { users }: Database,
  username: string,
  link: NonNullable<User['link']>,
): Promise<boolean> {
  const { matchedCount } = await users.updateOne({ username, disabled: false }, { $set: { link } });
  return matchedCount > 0;
}

const unusedLink = (tokenHash: string) => ({
  'link.tokenHash': tokenHash,
  'link.expiresAt': { $gt: new Date() },
  disabled: false,
});

/** The user whose unused link this is, while it lasts. */
export async function findLinkedUser(
  { users }: Database,
  tokenHash: string,
): Promise<Account | undefined> {
  const user = await users.findOne(unusedLink(tokenHash)).lean<User>().exec();
  return user ? accountOf(user) : undefined;
}

/** Sets the password by a link, which works once. Resolves to undefined when it does not any more. */
export async function setPasswordByLink(
  { users }: Database,
  { tokenHash, password }: { tokenHash: string; password: string },
): Promise<Account | undefined> {
  const filter = unusedLink(tokenHash);
  const user = await users.findOne(filter).lean<User>().exec();
  if (!user) return undefined;
  const $set = { password: await hashPassword(password), passwordChangedAt: new Date() };
  // Of two who come at once, the filter lets one.
  const { modifiedCount } = await users.updateOne(filter, { $set, $unset: { link: 1 } });
  return modifiedCount > 0 ? accountOf({ ...user, ...$set }) : undefined;
}
