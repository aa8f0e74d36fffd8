import * as z from 'zod/mini';

import { deliveryKinds, type DeliveryKind } from './notifications.ts';
import {
  secondsInADay,
  standardPolicy,
  type JobDefinition,
  type JobPayload,
} from './submission-job.ts';

export { storeSubmissionJob, type JobDefinition, type JobPayload } from './submission-job.ts';

/** Delays in milliseconds. A delay is shortened at random, by up to `jitter` times its length. */
export const retryDelays = { first: 1_000, longest: 300_000, jitter: 0.25 } as const;

/** Seconds for which failed jobs are kept, so that ops can retry them. */
export const failedKeptFor = 30 * secondsInADay;

/** Recurring jobs need no retries, because the next run follows anyway. */
const recurringPolicy = {
  ...standardPolicy,
  attempts: 1,
  removeOnFail: { age: secondsInADay },
} as const;

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

/** Runs every minute: overdue notifications, summaries, the digest and retention. */
export const sweepNotificationsJob = {
  name: 'sweep-notifications',
  queue: 'maintenance',
  schema: z.object({}),
  policy: recurringPolicy,
} satisfies JobDefinition;

/** Milliseconds before an email that can be undone is sent: slightly longer than pages offer it. */
export const undoableFor = 12_000;

/** One id per submission and kind, so that a notification is queued only once. */
export function notificationJobId(submissionId: string, kind: DeliveryKind): string {
  return `${submissionId}-${kind}`;
}

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
