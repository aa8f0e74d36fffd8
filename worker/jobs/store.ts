import type { Job } from 'bullmq';
import * as z from 'zod/mini';

import { notificationJob, storeSubmissionJob } from '#contract/jobs.ts';
import { automaticKinds, type DeliveryKind } from '#contract/notifications.ts';
import { replyTargetOf } from '#contract/reply-target.ts';
import type { ContactSubmission } from '#storage/submission-model.ts';
import { documentOf, storeDocuments } from '#storage/submissions.ts';
import { batch } from './batch-calls.ts';
import { parsePayload } from '../consumer.ts';
import type { WorkerContext } from '../worker.ts';

const dayInMilliseconds = 86_400_000;
const networkReason = 'too many enquiries had come from its network in an hour';

/** What remains in Redis of an enquiry that is stored. Earlier releases wrote `quarantined`. */
const storedPayload = z.object({
  version: z.literal(1),
  id: z.uuid(),
  stored: z.literal(true),
  hidden: z.optional(z.boolean()),
  quarantined: z.optional(z.boolean()),
});

/**
 * Stores an accepted enquiry exactly once. After a killed worker, any step can be repeated safely:
 *
 * 1. The document is inserted by its id, with its notifications pending.
 * 2. The jobs of its notifications are added, with fixed ids. The sweep adds any that are missing.
 * 3. The personal data in the job is replaced.
 */
export function createStoreProcessor(context: WorkerContext) {
  const { config, database, queues, logger } = context;
  const store = batch((documents: ContactSubmission[]) => storeDocuments(database, documents));
  const kinds: DeliveryKind[] = config.webhook ? [...automaticKinds, 'webhook'] : automaticKinds;
  const addNotifications = batch(async (ids: string[]) => {
    const jobs = ids.flatMap((id) => kinds.map((kind) => notificationJob(id, kind)));
    return queues.notifications.addBulk(jobs);
  });

  return async (job: Job): Promise<void> => {
    const stored = z.safeParse(storedPayload, job.data);
    if (stored.success) {
      const { id, hidden, quarantined } = stored.data;
      if (!hidden && !quarantined) await addNotifications(id);
      return;
    }
    // A test enquiry of an earlier release.
    if ((job.data as { canary?: unknown } | null)?.canary === true) return;
    const { acceptedAt, acknowledge, ...accepted } = parsePayload(storeSubmissionJob.schema, job);
    const { version, id, screening } = accepted;
    const storedAt = new Date();
    const document = documentOf({
      ...accepted,
      acceptedAt: plausible(new Date(acceptedAt), storedAt),
      storedAt,
      unacknowledged: acknowledge === false ? networkReason : undefined,
      hasWebhook: config.webhook !== undefined,
      retentionMonths: config.company.retentionMonths,
      replyTarget: replyTargetOf(config.company),
    });
    const isNew = await store(document);
    const hidden = screening?.verdict === 'hidden';
    // In any order: a repetition of the job completes both.
    await Promise.all([
      hidden ? undefined : addNotifications(id),
      job.updateData({ version, id, stored: true, hidden }),
    ]);
    logger.info({ submissionId: id, isNew, hidden }, 'enquiry stored');
  };
}

/** The time of acceptance, or now if the API's clock differs by more than a day. */
function plausible(acceptedAt: Date, now: Date): Date {
  const isWrong = Math.abs(acceptedAt.getTime() - now.getTime()) > dayInMilliseconds;
  return isWrong ? now : acceptedAt;
}
