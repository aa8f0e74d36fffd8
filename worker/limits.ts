import { emailCounterName, emailCounterPrefix } from '../contract/email-counters.ts';
import type { Redis } from '../packages/server/redis.ts';
import { createInstallationSecret } from '../platform/installation-secret.ts';
import { summaryReason } from '../storage/notifications.ts';
import type { ContactSubmission } from '../storage/submission-model.ts';
import type { WorkerContext } from './context.ts';

const hour = 3_600;
const day = 24 * hour;
/** Acknowledgements a day for a mailbox, because anybody can type somebody else's address. */
const perMailbox = 3;

/** Counts in a window of seconds. Resolves to whether the maximum is exceeded. */
async function isOver(redis: Redis, key: string, seconds: number, max: number): Promise<boolean> {
  const answers = await redis.multi().set(key, 0, 'EX', seconds, 'NX').incr(key).exec();
  return Number(answers?.[1]?.[1]) > max;
}

/**
 * Counts an acknowledgement: at most 3 a day for a mailbox, and 60 an hour in all. Resolves to the
 * reason if it must not be sent.
 */
export async function limitAcknowledgement(
  { config, redis }: WorkerContext,
  { email }: ContactSubmission,
): Promise<string | undefined> {
  const { QUEUE_PREFIX: prefix, ACKNOWLEDGEMENTS_PER_HOUR: perHour } = config;
  const key = await createInstallationSecret(redis, { prefix }).keyFor('acknowledgements');
  if (!key) throw new Error('Redis has no secret.');
  const counter = `${emailCounterPrefix(prefix, 'acknowledgements')}:${emailCounterName(key, email)}`;
  if (await isOver(redis, counter, day, perMailbox)) {
    return `the mailbox had already received ${perMailbox} in a day`;
  }
  if (await isOver(redis, `${prefix}:acknowledgements`, hour, perHour)) {
    return 'too many had been sent in an hour';
  }
  return undefined;
}

/**
 * Counts a staff notification. Plain ones and possible spam have budgets of their own, because junk
 * must not use up the emails about prospects. Past them, the enquiry is in the hourly summary.
 */
export async function limitStaffEmail(
  { config, redis }: WorkerContext,
  { marked }: ContactSubmission,
): Promise<string | undefined> {
  const [name, max] = marked
    ? ['marked', config.MARKED_EMAILS_PER_HOUR]
    : ['plain', config.STAFF_EMAILS_PER_HOUR];
  const isSpent = await isOver(redis, `${config.QUEUE_PREFIX}:staff-emails:${name}`, hour, max);
  return isSpent ? summaryReason : undefined;
}
