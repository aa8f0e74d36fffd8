import * as z from 'zod/mini';

import { formSchema } from './contact-form.ts';
import { notificationKinds, type NotificationKind } from './notifications.ts';
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

/**
 * When MongoDB is back, the worker promotes all delayed submissions, and the notifications that have
 * been attempted: it retries these jobs immediately. It does this at most `times` times in `within`
 * milliseconds. Each promotion uses up one of a job's `attempts`, so `attempts` must be high enough.
 */
export const promotionLimit = { times: 4, within: 3_600_000 } as const;

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

/** The `traceparent` header of W3C Trace Context, version 00. */
export const traceparentPattern = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

// Invalid values are ignored: no enquiry may fail because of its trace.
const traceparent = z.catch(z.optional(z.string().check(z.regex(traceparentPattern))), undefined);

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
    // Absent for test enquiries, and in jobs from versions without screening.
    screening: z.optional(screeningSchema),
    /** False if too many acknowledgements were sent for enquiries from the same network. */
    acknowledge: z.optional(z.literal(false)),
    /** Marks the test enquiry that checks the whole pipeline. */
    canary: z.optional(z.literal(true)),
    traceparent,
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
    kind: z.enum(notificationKinds),
    replyId: z.optional(z.uuid()),
    traceparent,
  }),
  // At least 24 hours of retries; then the notification is marked as failed.
  policy: { ...standardPolicy, attempts: 500 },
} satisfies JobDefinition;

/** Queues overdue notifications again and removes expired jobs. Has no payload. */
export const sweepNotificationsJob = {
  name: 'sweep-notifications',
  queue: 'maintenance',
  schema: z.object({}),
  policy: recurringPolicy,
} satisfies JobDefinition;

/** Sends a test enquiry through the same pipeline as visitors' enquiries. */
export const sendCanaryJob = {
  name: 'send-canary',
  queue: 'maintenance',
  schema: z.object({}),
  policy: recurringPolicy,
} satisfies JobDefinition;

/** Emails staff the daily digest. Carries only the day that it covers. */
export const sendDigestJob = {
  name: 'send-digest',
  queue: 'maintenance',
  schema: z.object({ day: z.iso.date() }),
  policy: {
    ...standardPolicy,
    // At least 24 hours of retries; after that, the next day's digest reports the spam.
    attempts: 500,
    removeOnComplete: { age: 2 * secondsInADay, count: 2_000 },
    removeOnFail: { age: 2 * secondsInADay },
  },
} satisfies JobDefinition;

/** Emails a person the enquiries assigned to them. */
export const notifyOwnerJob = {
  name: 'notify-owner',
  queue: 'maintenance',
  schema: z.object({
    account: z.string(),
  }),
  // At least 24 hours of retries.
  policy: {
    ...standardPolicy,
    attempts: 500,
    removeOnComplete: { age: 0, count: 0 },
    removeOnFail: { age: secondsInADay },
  },
} satisfies JobDefinition;

/**
 * Milliseconds before a reply or an email about an assignment is sent. This is slightly longer than
 * the time for which pages offer to undo the action.
 */
export const undoableFor = 12_000;

/** One id per submission and kind, so that a notification is queued only once. */
export function notificationJobId(submissionId: string, kind: NotificationKind): string {
  return `${submissionId}-${kind}`;
}

/** The job that sends a notification, ready to be added to its queue. */
export function notificationJob(
  submissionId: string,
  kind: NotificationKind,
  about: { replyId?: string | undefined; traceparent?: string | undefined } = {},
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
