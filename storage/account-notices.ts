import type { Database } from './connection.ts';
import { inOutbox, type AccountNotice, type User } from './users.ts';

/** Puts a notice to the owner of an account in the outbox. */
export async function addNotice(
  { users }: Database,
  userId: string,
  notice: AccountNotice,
): Promise<void> {
  await users.updateOne({ _id: userId }, { $set: inOutbox(notice) });
}

/** Finds a user whose notices are due, and puts off their next attempt. */
export function claimNotices({ users }: Database, nextAttempt: Date): Promise<User | null> {
  const due = { noticesDueAt: { $lte: new Date() } };
  const change = { $set: { noticesDueAt: nextAttempt } };
  return users.findOneAndUpdate(due, change).lean<User>().exec();
}

/** Removes a notice that was sent. */
export async function removeNotice({ users }: Database, userId: string, id: string): Promise<void> {
  await users.updateOne({ _id: userId }, { $unset: { [`notices.${id}`]: 1 } });
}

/** Ends the attempts for a user without notices, unless one was added since `claimedUntil`. */
export async function endAttempts(
  { users }: Database,
  userId: string,
  claimedUntil: Date,
): Promise<void> {
  const change = { $unset: { notices: 1, noticesDueAt: 1 } };
  await users.updateOne({ _id: userId, noticesDueAt: claimedUntil }, change);
}
