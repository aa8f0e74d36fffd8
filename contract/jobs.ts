import * as z from 'zod/mini';

import { formSchema } from './contact-form.ts';
import { notificationKinds, type NotificationKind } from './notifications.ts';

const secondsInADay = 86_400;

/** How BullMQ repeats, keeps and forgets the jobs of one kind. Ages are in seconds, counts in jobs. */
interface JobPolicy {
  attempts: number;
  backoff: { type: typeof cappedExponential };
  removeOnComplete: { age: number; count: number };
  removeOnFail: { age: number } | { count: -1 };
}

/** The retry delays of every job: from one second, doubling to five minutes, and no longer. */
const cappedExponential = 'capped-exponential';

/** In milliseconds; `jitter` is the share of a delay that chance may take away. */
export const retryDelays = { first: 1_000, longest: 300_000, jitter: 0.25 } as const;

/**
 * How many times in so many milliseconds every delayed job is retried at once because MongoDB is
 * back. Each time uses up an attempt of every job: `attempts` has to be enough for these too.
 */
export const promotionLimit = { times: 4, within: 3_600_000 } as const;

/** A job: its name, the queue that carries it, what its payload must look like, and its policy. */
export interface JobDefinition<Schema extends z.ZodMiniType = z.ZodMiniType> {
  name: string;
  queue: string;
  schema: Schema;
  policy: JobPolicy;
}

export type JobPayload<Definition extends JobDefinition> = z.infer<Definition['schema']>;

/** Seconds for which a job that was given up waits for ops to decide. */
export const failedKeptFor = 30 * secondsInADay;

const standardPolicy = {
  backoff: { type: cappedExponential },
  // What is done must not fill a Redis that has to take what is to be done.
  removeOnComplete: { age: secondsInADay, count: 2_000 },
  // All are kept: BullMQ would drop them by the clock of one process. The worker's sweep does it.
  removeOnFail: { count: -1 },
} as const;

/** A job that comes again by itself need not be tried twice, nor keep ops waiting. */
const recurringPolicy = {
  ...standardPolicy,
  attempts: 1,
  removeOnFail: { age: secondsInADay },
} as const;

/** Which signs of a machine as its sender an enquiry has. */
const screeningSchema = z.object({
  score: z.number(),
  /** Short, in words for staff (codes such as `filled-trap` before); nothing of what was typed. */
  reasons: z.array(z.string()),
  /** Kept for staff to decide on, with no mail sent. */
  quarantined: z.boolean(),
});

export type Screening = z.infer<typeof screeningSchema>;

/** Stores an accepted enquiry in MongoDB. The only job that carries personal data. */
export const storeSubmissionJob = {
  name: 'store-submission',
  queue: 'submissions',
  schema: z.object({
    version: z.literal(1),
    id: z.uuid(),
    acceptedAt: z.iso.datetime(),
    noticeVersion: z.string(),
    // An API of before may have accepted a name that nobody sees: it is stored all the same.
    form: formSchema({ visible: false }),
    // Absent from the jobs of an API that does not screen.
    screening: z.optional(screeningSchema),
    /** Present on an enquiry that the system sent to itself, to see that the whole way works. */
    canary: z.optional(z.literal(true)),
  }),
  // Six days at the shortest: an enquiry outlives a long weekend without its store.
  policy: { ...standardPolicy, attempts: 3_000 },
} satisfies JobDefinition;

/** Sends one notification about a stored submission. */
export const sendNotificationJob = {
  name: 'send-notification',
  queue: 'notifications',
  schema: z.object({
    version: z.literal(1),
    submissionId: z.uuid(),
    kind: z.enum(notificationKinds),
  }),
  // 24 hours at the shortest, then `failed` in the submission, where staff see it.
  policy: { ...standardPolicy, attempts: 500 },
} satisfies JobDefinition;

/** Queues what has been pending for too long, and removes jobs that are too old. Carries nothing. */
export const sweepNotificationsJob = {
  name: 'sweep-notifications',
  queue: 'maintenance',
  schema: z.object({}),
  policy: recurringPolicy,
} satisfies JobDefinition;

/** Sends an enquiry of the system's own down the way that visitors' enquiries take. */
export const sendCanaryJob = {
  name: 'send-canary',
  queue: 'maintenance',
  schema: z.object({}),
  policy: recurringPolicy,
} satisfies JobDefinition;

/** Tells staff by mail how much waits for them. Carries the day that it is about, and nothing else. */
export const sendDigestJob = {
  name: 'send-digest',
  queue: 'maintenance',
  schema: z.object({ day: z.iso.date() }),
  policy: {
    ...standardPolicy,
    // 24 hours at the shortest: then the next day's tells what this one did not.
    attempts: 500,
    removeOnComplete: { age: 2 * secondsInADay, count: 2_000 },
    removeOnFail: { age: 2 * secondsInADay },
  },
} satisfies JobDefinition;

/** The same id for the same notification of the same submission, so that it is queued once. */
export function notificationJobId(submissionId: string, kind: NotificationKind): string {
  return `${submissionId}-${kind}`;
}

/** The job that sends a notification, in the form in which a queue takes it. */
export function notificationJob(submissionId: string, kind: NotificationKind) {
  const { name, policy } = sendNotificationJob;
  const data: JobPayload<typeof sendNotificationJob> = { version: 1, submissionId, kind };
  return { name, data, opts: { ...policy, jobId: notificationJobId(submissionId, kind) } };
}
