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
  /** When the password was set or access was removed. Sessions that began before have ended. */
  passwordChangedAt: Date;
  role: Role;
  disabled: boolean;
  createdAt: Date;
  lastSignInAt?: Date;
  /** The link for setting a password: the hash of its token, and when it expires. */
  link?: { tokenHash: string; expiresAt: Date };
  /** The outbox: emails to the owner that have not been sent, by UUID, and when to try next. */
  notices?: Record<string, AccountNotice>;
  noticesDueAt?: Date;
}

/** An email that tells the owner of an account about a change. */
export interface AccountNotice {
  /** The address that the account had before the change. */
  to: string;
  /** Such as `Your password was changed`. */
  change: string;
  at: Date;
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
    link: new Schema({ tokenHash: String, expiresAt: Date }, { _id: false, strict: 'throw' }),
    notices: Schema.Types.Mixed,
    noticesDueAt: Date,
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

/** The enabled user with this username and password, if any. */
export async function checkCredentials(
  { users }: Database,
  { username, password }: { username: string; password: string },
): Promise<Account | undefined> {
  const user = await users.findOne({ username }).lean<User>().exec();
  const matches = await verifyPassword(password, user?.password ?? dummyHash);
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

export type UserSummary = Omit<User, 'password' | 'link' | 'notices'>;

const hidden = { password: 0, link: 0, notices: 0 };

/** Every user, by username. */
export function listUsers({ users }: Database): Promise<UserSummary[]> {
  return users.find().sort({ username: 1 }).select(hidden).lean<UserSummary[]>().exec();
}

/** The user with an id or a username, disabled or not. */
export function findUser(
  { users }: Database,
  which: Pick<User, '_id'> | Pick<User, 'username'>,
): Promise<UserSummary | null> {
  return users.findOne(which).select(hidden).lean<UserSummary>().exec();
}

const updated = { returnDocument: 'after' } as const;

/**
 * Sets a user's password, voids any link, and puts a notice in the outbox. The password is that of
 * an account as it was when its old one was checked, or of an unused link. Undefined if the account
 * has changed since, or the link is no longer valid.
 */
export async function setPassword(
  { users }: Database,
  of: Pick<Account, 'id' | 'passwordChangedAt'> | { tokenHash: string },
  password: string,
  notice?: AccountNotice,
): Promise<Account | undefined> {
  const filter =
    'tokenHash' in of
      ? unusedLink(of.tokenHash)
      : { _id: of.id, passwordChangedAt: of.passwordChangedAt };
  const changed = { password: await hashPassword(password), passwordChangedAt: new Date() };
  const change = { $set: { ...changed, ...inOutbox(notice) }, $unset: { link: 1 } };
  const user = await users.findOneAndUpdate(filter, change, updated).lean<User>().exec();
  return user ? accountOf(user) : undefined;
}

/** Ends a user's sessions, and removes the passkeys and tokens. */
export async function endAccess(
  { users, sessions, passkeys, tokens }: Database,
  userId: string,
): Promise<void> {
  // First, so that a sign-in or a new passkey that is being checked does not survive either.
  await users.updateOne({ _id: userId }, { $set: { passwordChangedAt: new Date() } });
  await Promise.all([
    sessions.deleteMany({ userId }),
    passkeys.deleteMany({ userId }),
    tokens.deleteMany({ userId }),
  ]);
}

export type UserRights = Partial<Pick<User, 'disabled' | 'role'>>;

/**
 * Changes a user's rights. Resolves to false if there is no such user, or if the rights in `seen`
 * are no longer the current ones. Disabling voids any link.
 */
export async function changeRights(
  { users }: Database,
  username: string,
  { disabled, role }: UserRights,
  seen: UserRights = {},
): Promise<boolean> {
  const $set = { ...(disabled === undefined ? {} : { disabled }), ...(role ? { role } : {}) };
  const change = { $set, ...(disabled ? { $unset: { link: 1 } } : {}) };
  const { matchedCount } = await users.updateOne({ username, ...seen }, change);
  return matchedCount > 0;
}

/** Changes a user's details, and puts a notice in the outbox. */
export async function storeDetails(
  { users }: Database,
  id: string,
  details: UserDetails,
  notice?: AccountNotice,
): Promise<void> {
  const { email } = details;
  if (email !== undefined) {
    // A link that was sent to the old address must no longer work.
    await users.updateOne({ _id: id, email: { $ne: email } }, { $unset: { link: 1 } });
  }
  await users.updateOne({ _id: id }, { $set: { ...details, ...inOutbox(notice) } });
}

/** The fields to set so that a notice is sent. */
export function inOutbox(notice?: AccountNotice): Record<string, AccountNotice | Date> {
  return notice ? { [`notices.${randomUUID()}`]: notice, noticesDueAt: notice.at } : {};
}

/** Stores a link for setting a password. Undefined if there is no such enabled user. */
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
