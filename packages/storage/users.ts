import { randomUUID } from 'node:crypto';
import { Schema, type InferSchemaType } from 'mongoose';

import { assignmentEmails } from '#contract/notifications.ts';
import { roles, type Role } from '#contract/roles.ts';
import type { Database } from './connection.ts';
import { hashPassword, impossibleHash, verifyPassword } from './password.ts';
import { date, schemaOptions, text } from './schemas.ts';

const embedded = { _id: false, strict: 'throw' } as const;

/** An email to the owner of an account about a change. `to` is the address before the change. */
const noticeSchema = new Schema({ to: text, change: text, at: date }, embedded);

export const userSchema = new Schema(
  {
    _id: text,
    username: { ...text, trim: true, lowercase: true },
    name: String,
    email: { type: String, lowercase: true },
    /** `immediately` by default. */
    assignmentEmails: { type: String, enum: assignmentEmails },
    password: { ...text, match: /^scrypt\$/ },
    /** When the password was set or access was ended. Sessions that began before have ended. */
    passwordChangedAt: date,
    role: { ...text, enum: roles },
    disabled: { type: Boolean, required: true },
    createdAt: date,
    lastSignInAt: Date,
    /** The one-time link for setting a password. */
    link: new Schema({ tokenHash: text, expiresAt: date }, embedded),
    /** The outbox, which the worker empties. */
    notices: [noticeSchema],
    /** When the last of them was added; absent if there are none. */
    noticedAt: Date,
  },
  schemaOptions,
);

userSchema.index({ username: 1 }, { unique: true });

export type Notice = InferSchemaType<typeof noticeSchema>;
type StoredUser = Omit<InferSchemaType<typeof userSchema>, 'notices' | 'role'>;
export interface User extends StoredUser {
  notices: Notice[];
  /** Absent on accounts of 0.1.0, which have `maySeePersonalData` instead. */
  role?: Role;
  maySeePersonalData?: boolean;
}

/** An account without its secrets. */
export type Account = ReturnType<typeof accountOf>;

function accountOf(user: User) {
  const { _id: id, username, disabled, passwordChangedAt } = user;
  return {
    id,
    username,
    name: user.name || username,
    email: user.email ?? '',
    assignmentEmails: user.assignmentEmails ?? 'immediately',
    role: user.role ?? (user.maySeePersonalData ? 'staff' : 'ops'),
    disabled,
    passwordChangedAt,
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
  };
}

interface NewUser extends Partial<Pick<Account, 'name' | 'email' | 'assignmentEmails'>> {
  username: string;
  password?: string;
  role?: Role;
}

/** Adds an account, which cannot sign in without a password. @throws a duplicate's error. */
export async function createUser(
  { users }: Database,
  { password, role = 'staff', ...details }: NewUser,
): Promise<Account> {
  // Without its unique index, MongoDB would accept the same username twice.
  await users.createIndexes();
  const now = new Date();
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
}

export async function listUsers({ users }: Database, filter: object = {}): Promise<Account[]> {
  const matching = await users.find(filter).sort({ username: 1 }).lean<User[]>().exec();
  return matching.map(accountOf);
}

export async function findUser(database: Database, filter: object): Promise<Account | undefined> {
  const [account] = await listUsers(database, filter);
  return account;
}

/** The account with an unused link. */
export const ofLink = (tokenHash: string) => ({
  'link.tokenHash': tokenHash,
  'link.expiresAt': { $gt: new Date() },
  disabled: false,
});

// Takes as long to check as a real hash, so that timing does not reveal which users exist.
const dummyHash = impossibleHash();

export async function checkCredentials(
  { users }: Database,
  { username, password }: { username: string; password: string },
): Promise<Account | undefined> {
  const user = await users.findOne({ username, disabled: false }).lean<User>().exec();
  const matches = await verifyPassword(password, user?.password ?? dummyHash);
  return user && matches ? accountOf(user) : undefined;
}

/** A notice to the owner of an account, such as 'Your password was changed', at the address. */
export function noticeTo({ email: to }: Account, change: string): Notice | undefined {
  return to === '' ? undefined : { to, change, at: new Date() };
}

/** Changes the account that matches, and puts a notice in its outbox. Undefined if none matches. */
export async function changeUser(
  { users }: Database,
  filter: object,
  fields: Partial<User>,
  notice?: Notice,
): Promise<Account | undefined> {
  const changes = notice
    ? { $set: { ...fields, noticedAt: notice.at }, $push: { notices: notice } }
    : { $set: fields };
  const options = { returnDocument: 'after' } as const;
  const user = await users.findOneAndUpdate(filter, changes, options).lean<User>().exec();
  return user ? accountOf(user) : undefined;
}

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
