import { acknowledgedKey } from '#contract/email-counters.ts';
import type { DeliveryKind } from '#contract/notifications.ts';
import type { Redis } from '#server/redis.ts';
import { summaryReason } from '#storage/notifications.ts';
import type { ContactSubmission } from '#storage/submission-model.ts';
import type { WorkerConfig } from './config.ts';
import { acknowledgement } from './mail/acknowledgement.ts';
import type { MailMessage } from './mail/mailer.ts';
import { reply } from './mail/reply.ts';
import { isRefusal } from './mail/smtp.ts';
import { staffNotification } from './mail/staff-notification.ts';
import { postWebhook } from './webhook.ts';
import type { WorkerContext } from './worker.ts';

interface Kind {
  write?: (submission: ContactSubmission, config: WorkerConfig) => MailMessage;
  deliver?: (submission: ContactSubmission, config: WorkerConfig) => Promise<void>;
  /** Counts it. Resolves to the reason if it has to be withheld. */
  limit?: (context: WorkerContext, submission: ContactSubmission) => Promise<string | undefined>;
  /** Whether it is not tried again after an error. */
  isFinal: (error: unknown, isLastAttempt: boolean) => boolean;
}

const isRefusedOrLast = (error: unknown, isLast: boolean) => isLast || isRefusal(error);

/** Every kind of notification about a stored enquiry. Emails about assignments are in `jobs/`. */
export const kinds: Record<DeliveryKind, Kind> = {
  staff: { write: staffNotification, limit: limitStaffEmail, isFinal: () => false },
  acknowledgement: {
    write: acknowledgement,
    limit: limitAcknowledgement,
    isFinal: isRefusedOrLast,
  },
  reply: { write: reply, isFinal: isRefusedOrLast },
  webhook: { deliver: postWebhook, isFinal: (_error, isLast) => isLast },
};

const hour = 3_600;
const day = 24 * hour;
/** Acknowledgements a day for a mailbox, because anybody can type somebody else's address. */
const perMailbox = 3;

/** Counts in a window of seconds. Resolves to whether the maximum is exceeded. */
async function isOver(redis: Redis, key: string, seconds: number, max: number): Promise<boolean> {
  const answers = await redis.multi().set(key, 0, 'EX', seconds, 'NX').incr(key).exec();
  return Number(answers?.[1]?.[1]) > max;
}

async function limitAcknowledgement(
  { config, redis }: WorkerContext,
  { email }: ContactSubmission,
): Promise<string | undefined> {
  const { QUEUE_PREFIX: prefix, ACKNOWLEDGEMENTS_PER_HOUR: perHour } = config;
  if (await isOver(redis, acknowledgedKey(prefix, email), day, perMailbox)) {
    return `the mailbox had already received ${perMailbox} in a day`;
  }
  const isSpent = await isOver(redis, `${prefix}:acknowledgements`, hour, perHour);
  return isSpent ? 'too many had been sent in an hour' : undefined;
}

/** Possible spam has a separate budget: junk must not use up the emails about prospects. */
async function limitStaffEmail(
  { config, redis }: WorkerContext,
  { marked }: ContactSubmission,
): Promise<string | undefined> {
  const [name, max] = marked
    ? ['marked', config.MARKED_EMAILS_PER_HOUR]
    : ['plain', config.STAFF_EMAILS_PER_HOUR];
  const isSpent = await isOver(redis, `${config.QUEUE_PREFIX}:staff-emails:${name}`, hour, max);
  return isSpent ? summaryReason : undefined;
}
