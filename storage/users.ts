import { randomUUID } from 'node:crypto';
import { Schema } from 'mongoose';

import { assignmentEmails, type AssignmentEmails } from '../contract/notifications.ts';
import { roles, type Role } from '../contract/roles.ts';
import type { Database } from './connection.ts';
import { hashPassword, impossibleHash, verifyPassword } from './password.ts';
import { date, isDuplicate, schemaOptions, text } from './schemas.ts';

export interface User {
  /** A UUID. */
  _id: string;
  username: string;
  /** The name shown to colleagues; without it, the username is shown. */
  name?: string;
  /** Where links and notices are sent; without it, an officer has to hand over links. */
  email?: string;
  /** `immediately` by default. */
  assignmentEmails?: AssignmentEmails;
  /** A salted hash with its parameters (password.ts), never the password itself. */
  password: string;
  passwordChangedAt: Date;
  role: Role;
  disabled: boolean;
  createdAt: Date;
  lastSignInAt?: Date;
  /** When recovery last ended all sessions. Browsers used before that count as new at sign-in. */
  recoveredAt?: Date;
  /** The link for setting a password: the hash of its token, and when it expires. */
  link?: { tokenHash: string; expiresAt: Date };
}

export const userSchema = new Schema<User>(
  {
    _id: text,
    username: { ...text, trim: true, lowercase: true },
    name: String,
    email: { type: String, lowercase: true },
    assignmentEmails: { type: String, enum: assignmentEmails },
    password: { ...text, match: /^scrypt\$/ },
    passwordChangedAt: date,
    role: { ...text, enum: roles },
    disabled: { type: Boolean, required: true },
    createdAt: date,
    lastSignInAt: Date,
    recoveredAt: Date,
    link: new Schema({ tokenHash: String, expiresAt: Date }, { _id: false, strict: 'throw' }),
  },
  schemaOptions,
);

userSchema.index({ username: 1 }, { unique: true });

/** The name and the email address can be empty. */
export type UserDetails = Partial<Pick<User, 'name' | 'email' | 'assignmentEmails'>>;

/** The fields of a user that other modules need, without secrets. */
export interface Account {
  id: string;
  username: string;
  name: string;
  /** Empty if the user has none. */
  email: string;
  assignmentEmails: AssignmentEmails;
  role: Role;
  passwordChangedAt: Date;
}

/** The username is already in use. */
export class UsernameTakenError extends Error {
  override name = 'UsernameTakenError';
}

// Takes as long to check as a real hash, so that timing does not reveal which users exist.
const dummyHash = impossibleHash();

/**
 * Adds a user. Without a password, the user cannot sign in until one is set. Usernames are
 * case-insensitive.
 *
 * @throws UsernameTakenError if the username is in use; RangeError if the username or the password
 *   is empty.
 */
export async function createUser(
  { users }: Database,
  user: UserDetails & { username: string; password?: string; role?: Role },
): Promise<Account> {
  const { password, role = 'staff', ...details } = user;
  if (user.username.trim() === '' || password === '') {
    throw new RangeError('A user needs a username and a password.');
  }
  // Without its unique index, MongoDB would accept the same username twice.
  await users.createIndexes();
  const now = new Date();
  try {
    const created = await users.create({
      ...details,
      _id: randomUUID(),
      password: password === undefined ? impossibleHash() : await hashPassword(password),
      passwordChangedAt: now,
      role,
      disabled: false,
      createdAt: now,
    });
    return accountOf(created);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new UsernameTakenError('The username is already in use.');
  }
}

/**
 * The enabled user with this username and password, if any. With `first`, the check goes to the
 * front of the queue for hashing.
 */
export async function checkCredentials(
  { users }: Database,
  { username, password }: { username: string; password: string },
  first = false,
): Promise<Account | undefined> {
  const user = await users.findOne({ username }).lean<User>().exec();
  const matches = await verifyPassword(password, user?.password ?? dummyHash, first);
  return user && matches && !user.disabled ? accountOf(user) : undefined;
}

/** The account with an id; undefined if it is disabled or deleted. */
export async function findAccount({ users }: Database, id: string): Promise<Account | undefined> {
  const user = await users.findOne({ _id: id, disabled: false }).lean<User>().exec();
  return user ? accountOf(user) : undefined;
}

function accountOf(user: Omit<User, 'password' | 'link'>): Account {
  const { _id: id, username, name, email = '', role, passwordChangedAt } = user;
  const { assignmentEmails = 'immediately' } = user;
  return { id, username, name: name || username, email, assignmentEmails, role, passwordChangedAt };
}

/** Up to three enabled users who have this username or email address and can be emailed. */
export async function findReachable({ users }: Database, typed: string): Promise<Account[]> {
  const filter = {
    $or: [{ username: typed }, { email: typed }],
    email: { $gt: '' },
    disabled: false,
  };
  return (await users.find(filter).limit(3).lean<User[]>().exec()).map(accountOf);
}

export type UserSummary = Omit<User, 'password' | 'link'>;

const hidden = { password: 0, link: 0 };

/** Every user, by username. */
export function listUsers({ users }: Database): Promise<UserSummary[]> {
  return users.find().sort({ username: 1 }).select(hidden).lean<UserSummary[]>().exec();
}

/** The accounts of users who are not disabled. */
export async function listAccounts(database: Database): Promise<Account[]> {
  return (await listUsers(database)).filter(({ disabled }) => !disabled).map(accountOf);
}

/** The user with an id, disabled or not. */
export function findUser({ users }: Database, id: string): Promise<UserSummary | null> {
  return users.findById(id).select(hidden).lean<UserSummary>().exec();
}

const updated = { returnDocument: 'after' } as const;

/**
 * Sets a user's password and voids any link. Resolves to undefined if there is no such user, or if
 * `passwordChangedAt` is given and the password has been changed since.
 */
export async function storePassword(
  { users }: Database,
  { password, ...filter }: { username: string; password: string; passwordChangedAt?: Date },
): Promise<Account | undefined> {
  const $set = { password: await hashPassword(password), passwordChangedAt: new Date() };
  const change = { $set, $unset: { link: 1 } };
  const user = await users.findOneAndUpdate(filter, change, updated).lean<User>().exec();
  return user ? accountOf(user) : undefined;
}

export type UserRights = Partial<Pick<User, 'disabled' | 'role'>>;

/**
 * Changes a user's rights. Resolves to false if there is no such user, or if the rights in `seen`
 * are no longer the current ones.
 */
export async function changeRights(
  { users }: Database,
  username: string,
  { disabled, role }: UserRights,
  seen: UserRights = {},
): Promise<boolean> {
  const $set = { ...(disabled === undefined ? {} : { disabled }), ...(role ? { role } : {}) };
  const { matchedCount } = await users.updateOne({ username, ...seen }, { $set });
  return matchedCount > 0;
}

/**
 * Changes a user's details. Resolves to the account before the change; undefined if there is no
 * such user.
 */
export async function storeDetails(
  { users }: Database,
  username: string,
  details: UserDetails,
): Promise<Account | undefined> {
  const before = await users.findOne({ username }).lean<User>().exec();
  const { email = '' } = before ?? {};
  // A link that was sent to the old address must no longer work.
  const $unset = (details.email ?? email) === email ? {} : { link: 1 };
  await users.updateOne({ username }, { $set: details, $unset });
  return before ? accountOf(before) : undefined;
}

/**
 * Stores a link for setting a password. Resolves to undefined if no enabled user has this username.
 */
export async function storeLink(
  { users }: Database,
  username: string,
  link: NonNullable<User['link']>,
): Promise<Account | undefined> {
  const filter = { username, disabled: false };
  const change = { $set: { link } };
  const user = await users.findOneAndUpdate(filter, change, updated).lean<User>().exec();
  return user ? accountOf(user) : undefined;
}

const unusedLink = (tokenHash: string) => ({
  'link.tokenHash': tokenHash,
  'link.expiresAt': { $gt: new Date() },
  disabled: false,
});

/** The user of an unused, valid link. */
export async function findLinkedUser(
  { users }: Database,
  tokenHash: string,
): Promise<Account | undefined> {
  const user = await users.findOne(unusedLink(tokenHash)).lean<User>().exec();
  return user ? accountOf(user) : undefined;
}

/** Sets a password with a one-time link. Resolves to undefined if the link is no longer valid. */
export async function setPasswordByLink(
  { users }: Database,
  { tokenHash, password }: { tokenHash: string; password: string },
): Promise<Account | undefined> {
  const filter = unusedLink(tokenHash);
  const user = await users.findOne(filter).lean<User>().exec();
  if (!user) return undefined;
  const $set = { password: await hashPassword(password), passwordChangedAt: new Date() };
  // The filter lets only one of two concurrent requests through.
  const { modifiedCount } = await users.updateOne(filter, { $set, $unset: { link: 1 } });
  return modifiedCount > 0 ? accountOf({ ...user, ...$set }) : undefined;
}
