import type { Logger } from '../../packages/server/logger.ts';
import { failureCode } from '../../packages/server/reasons.ts';
import { claimNotices, endAttempts, removeNotice } from '../../storage/account-notices.ts';
import type { Database } from '../../storage/connection.ts';
import type { Account, AccountNotice } from '../../storage/users.ts';
import type { LetterSettings } from '../server/mail.ts';
import type { StaffDatabase } from '../server/staff-database.ts';
import { emailOwner, noticeLetter } from './letters.server.ts';

/** Milliseconds between looks at the outbox, and before another attempt. */
const interval = 3_000;
const retryAfter = 60_000;
/** Milliseconds after which a notice that the mail server refuses is dropped. */
const longest = 72 * 3_600_000;

/** A notice for the outbox about a change; undefined if its owner cannot be emailed. */
export function noticeOf(
  { letters }: { letters: LetterSettings },
  { email: to }: Pick<Account, 'email'>,
  change: string,
): AccountNotice | undefined {
  if (!letters.mailServer || to === '') return undefined;
  return { to, change, at: new Date() };
}

/**
 * Emails the notices in the outbox, which were stored with the changes that they are about, so that
 * a restart loses none.
 *
 * @returns stops it.
 */
export function startNotices(
  database: StaffDatabase,
  letters: LetterSettings,
  logger: Logger,
): () => void {
  let timer: NodeJS.Timeout;
  async function work(): Promise<void> {
    try {
      const store = await database.open();
      while (await sendOne(store, { ...letters, logger }));
    } catch (error) {
      logger.debug({ reason: failureCode(error) }, 'account emails not sent yet');
    }
    timer = setTimeout(() => void work(), interval);
    timer.unref();
  }
  timer = setTimeout(() => void work(), 0);
  return () => clearTimeout(timer);
}

/** Sends the due notices of one account. Resolves to false if there are none. */
async function sendOne(database: Database, letters: LetterSettings): Promise<boolean> {
  const nextAttempt = new Date(Date.now() + retryAfter);
  const user = await claimNotices(database, nextAttempt);
  if (!user) return false;
  const { _id, username, name = username, notices = {} } = user;
  let left = 0;
  for (const [id, { to, change, at }] of Object.entries(notices)) {
    const owner = { name, email: to };
    const isSent = await emailOwner(letters, owner, noticeLetter(username, change, at));
    if (isSent || Date.now() - at.getTime() > longest) await removeNotice(database, _id, id);
    else left += 1;
  }
  if (left === 0) await endAttempts(database, _id, nextAttempt);
  return true;
}
