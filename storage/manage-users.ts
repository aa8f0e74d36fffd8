import type { Database } from './connection.ts';
import { hashPassword } from './password.ts';
import type { User } from './user-model.ts';

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
