import { randomUUID } from 'node:crypto';
import { Schema } from 'mongoose';

import { assignmentEmails, type AssignmentEmails } from '#contract/notifications.ts';
import { roles, type Role } from '#contract/roles.ts';
import type { Database } from './connection.ts';
import { hashPassword, impossibleHash, verifyPassword } from './password.ts';
import { date, isDuplicate, schemaOptions, text } from './schemas.ts';

export interface User {
  _id: string;
  username: string;
  name?: string;
  email?: string;
  /** `immediately` by default. */
  assignmentEmails?: AssignmentEmails;
  /** A salted hash with its parameters (password.ts). */
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
export type UserRights = Partial<Pick<User, 'disabled' | 'role'>>;

/** An account with the fields that other modules need: no secrets, and empty if unknown. */
export type Account = { id: string } & Required<UserDetails> &
  Pick<User, 'username' | 'role' | 'passwordChangedAt'>;

function accountOf(user: User): Account {
  const { _id: id, username, role, passwordChangedAt } = user;
  const { name = '', email = '', assignmentEmails = 'immediately' } = user;
  return { id, username, name: name || username, email, assignmentEmails, role, passwordChangedAt };
}

export class UsernameTakenError extends Error {
  override name = 'UsernameTakenError';
}

/** Adds a user, who cannot sign in without a password. @throws UsernameTakenError */
export async function createUser(
  { users }: Database,
  user: UserDetails & { username: string; password?: string; role?: Role },
): Promise<Account> {
  const { password, role = 'staff', ...details } = user;
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

// Takes as long to check as a real hash, so that timing does not reveal which users exist.
const dummyHash = impossibleHash();

/** The enabled user with this username and password, if any. */
export async function checkCredentials(
  { users }: Database,
  { username, password }: { username: string; password: string },
): Promise<Account | undefined> {
  const user = await users.findOne({ username }).lean<User>().exec();
  const matches = await verifyPassword(password, user?.password ?? dummyHash);
  return user && matches && !user.disabled ? accountOf(user) : undefined;
}

async function findEnabled({ users }: Database, filter: object): Promise<Account | undefined> {
  const user = await users
    .findOne({ ...filter, disabled: false })
    .lean<User>()
    .exec();
  return user ? accountOf(user) : undefined;
}

/** The account with an id; undefined if it is disabled or deleted. */
export const findAccount = (database: Database, id: string) => findEnabled(database, { _id: id });

/** Up to three enabled users who have this username or email address and can be emailed. */
export async function findReachable({ users }: Database, typed: string): Promise<Account[]> {
  const either = [{ username: typed }, { email: typed }];
  const filter = { $or: either, email: { $gt: '' }, disabled: false };
  return (await users.find(filter).limit(3).lean<User[]>().exec()).map(accountOf);
}

export type UserSummary = Omit<User, 'password' | 'link' | 'notices'>;

const hidden = { password: 0, link: 0, notices: 0 };

/** Every user, by username. */
export function listUsers({ users }: Database) {
  return users.find().sort({ username: 1 }).select(hidden).lean<UserSummary[]>().exec();
}

/** The user with an id or a username, disabled or not. */
export function findUser({ users }: Database, which: { _id: string } | { username: string }) {
  return users.findOne(which).select(hidden).lean<UserSummary>().exec();
}

async function change({ users }: Database, filter: object, changes: object) {
  const options = { returnDocument: 'after' } as const;
  const user = await users.findOneAndUpdate(filter, changes, options).lean<User>().exec();
  return user ? accountOf(user) : undefined;
}

/**
 * Sets the password of an account as it was when its old one was checked, or of an unused link, and
 * puts a notice in the outbox. Undefined if the account has changed since or the link is not valid.
 */
export async function setPassword(
  database: Database,
  of: Pick<Account, 'id' | 'passwordChangedAt'> | { tokenHash: string },
  password: string,
  notice?: AccountNotice,
): Promise<Account | undefined> {
  const filter =
    'tokenHash' in of
      ? { ...unusedLink(of.tokenHash), disabled: false }
      : { _id: of.id, passwordChangedAt: of.passwordChangedAt };
  const changed = { password: await hashPassword(password), passwordChangedAt: new Date() };
  const $set = { ...changed, ...inOutbox(notice) };
  return change(database, filter, { $set, $unset: { link: 1 } });
}

/** Ends a user's sessions, and removes the passkeys and tokens. */
export async function endAccess(
  { users, sessions, passkeys, tokens }: Database,
  userId: string,
): Promise<void> {
  // First, so that a sign-in or a new passkey that is being checked does not survive either.
  await users.updateOne({ _id: userId }, { $set: { passwordChangedAt: new Date() } });
  await sessions.deleteMany({ userId });
  await passkeys.deleteMany({ userId });
  await tokens.deleteMany({ userId });
}

/** Changes a user's rights. Resolves to false unless the current ones are those in `seen`. */
export async function changeRights(
  { users }: Database,
  username: string,
  rights: UserRights,
  seen: UserRights = {},
): Promise<boolean> {
  const changes = { $set: rights, ...(rights.disabled ? { $unset: { link: 1 } } : {}) };
  return (await users.updateOne({ username, ...seen }, changes)).matchedCount > 0;
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

/** Stores a link for setting a password. Undefined if there is no such enabled user. */
export const storeLink = (database: Database, username: string, link: NonNullable<User['link']>) =>
  change(database, { username, disabled: false }, { $set: { link } });

const unusedLink = (tokenHash: string) => ({
  'link.tokenHash': tokenHash,
  'link.expiresAt': { $gt: new Date() },
});

/** The user of an unused, valid link. */
export const findLinkedUser = (database: Database, tokenHash: string) =>
  findEnabled(database, unusedLink(tokenHash));

/** The fields to set so that a notice is sent. */
function inOutbox(notice?: AccountNotice): Record<string, AccountNotice | Date> {
  return notice ? { [`notices.${randomUUID()}`]: notice, noticesDueAt: notice.at } : {};
}

/** Puts a notice to the owner of an account in the outbox. */
export async function addNotice({ users }: Database, userId: string, notice?: AccountNotice) {
  if (notice) await users.updateOne({ _id: userId }, { $set: inOutbox(notice) });
}

/** Finds a user whose notices are due, and puts off their next attempt. */
export function claimNotices({ users }: Database, nextAttempt: Date) {
  const due = { noticesDueAt: { $lte: new Date() } };
  return users
    .findOneAndUpdate(due, { $set: { noticesDueAt: nextAttempt } })
    .lean<User>()
    .exec();
}

/** Removes a notice. */
export async function removeNotice({ users }: Database, userId: string, id: string) {
  await users.updateOne({ _id: userId }, { $unset: { [`notices.${id}`]: 1 } });
}

/** Ends the attempts for a user without notices, unless one was added since `claimedUntil`. */
export async function endAttempts({ users }: Database, userId: string, claimedUntil: Date) {
  const unchanged = { _id: userId, noticesDueAt: claimedUntil };
  await users.updateOne(unchanged, { $unset: { notices: 1, noticesDueAt: 1 } });
}
