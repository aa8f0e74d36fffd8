import * as z from 'zod/mini';

import { formSchema } from './contact-form.ts';
import { deliveryKinds, type DeliveryKind } from './notifications.ts';
import { screeningSchema } from './screening.ts';

const secondsInADay = 86_400;

/** How BullMQ retries and retains the jobs of one kind. Ages are in seconds, counts in jobs. */
interface JobPolicy {
  attempts: number;
  backoff: { type: typeof cappedExponential };
  removeOnComplete: { age: number; count: number };
  removeOnFail: { age: number } | { count: -1 };
}

/** Exponential backoff for every job, from one second up to five minutes. */
const cappedExponential = 'capped-exponential';

/** Delays in milliseconds. A delay is shortened at random, by up to `jitter` times its length. */
export const retryDelays = { first: 1_000, longest: 300_000, jitter: 0.25 } as const;

export interface JobDefinition<Schema extends z.ZodMiniType = z.ZodMiniType> {
  name: string;
  queue: string;
  schema: Schema;
  policy: JobPolicy;
}

export type JobPayload<Definition extends JobDefinition> = z.infer<Definition['schema']>;

/** Seconds for which failed jobs are kept, so that ops can retry them. */
export const failedKeptFor = 30 * secondsInADay;

const standardPolicy = {
  backoff: { type: cappedExponential },
  // Completed jobs must not take up the memory that waiting jobs need.
  removeOnComplete: { age: secondsInADay, count: 2_000 },
  // The worker's sweep removes failed jobs: BullMQ would rely on the clock of a single process.
  removeOnFail: { count: -1 },
} as const;

/** Recurring jobs need no retries, because the next run follows anyway. */
const recurringPolicy = {
  ...standardPolicy,
  attempts: 1,
  removeOnFail: { age: secondsInADay },
} as const;

/** Stores an accepted enquiry in MongoDB. No other job carries a visitor's personal data. */
export const storeSubmissionJob = {
  name: 'store-submission',
  queue: 'submissions',
  schema: z.object({
    version: z.literal(1),
    id: z.uuid(),
    acceptedAt: z.iso.datetime(),
    noticeVersion: z.string(),
    // An older API may have accepted a name of invisible characters, which must still be stored.
    form: formSchema({ visible: false }),
    // Absent in jobs from versions without screening.
    screening: z.optional(screeningSchema),
    /** False if too many acknowledgements were sent for enquiries from the same network. */
    acknowledge: z.optional(z.literal(false)),
  }),
  // At least six days of retries, so that enquiries survive a MongoDB outage over a long weekend.
  policy: { ...standardPolicy, attempts: 3_000 },
} satisfies JobDefinition;

export const sendNotificationJob = {
  name: 'send-notification',
  queue: 'notifications',
  schema: z.object({
    version: z.literal(1),
    submissionId: z.uuid(),
    kind: z.enum(deliveryKinds),
    replyId: z.optional(z.uuid()),
  }),
  // At least 24 hours of retries; then the notification is marked as failed.
  policy: { ...standardPolicy, attempts: 500 },
} satisfies JobDefinition;

/**
 * Runs every minute: queues overdue notifications again, sends summaries, the digest and emails
 * about assignments, and applies retention. Has no payload.
 */
export const sweepNotificationsJob = {
  name: 'sweep-notifications',
  queue: 'maintenance',
  schema: z.object({}),
  policy: recurringPolicy,
} satisfies JobDefinition;

/** A recurring job of 0.1.0 that sent a test enquiry, in a job and a document with `canary: true`. */
export const retiredCanaryJob = 'send-canary';

/**
 * Milliseconds before a reply or an email about an assignment is sent. This is slightly longer than
 * the time for which pages offer to undo the action.
 */
export const undoableFor = 12_000;

/** One id per submission and kind, so that a notification is queued only once. */
export function notificationJobId(submissionId: string, kind: DeliveryKind): string {
  return `${submissionId}-${kind}`;
}

/** The job that sends a notification, ready to be added to its queue. */
export function notificationJob(
  submissionId: string,
  kind: DeliveryKind,
  about: { replyId?: string | undefined } = {},
) {
  const { name, policy } = sendNotificationJob;
  const data: JobPayload<typeof sendNotificationJob> = {
    version: 1,
    submissionId,
    kind,
    ...about,
  };
  return { name, data, opts: { ...policy, jobId: notificationJobId(submissionId, kind) } };
}
