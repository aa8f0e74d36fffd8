import type { Job } from 'bullmq';
import * as z from 'zod/mini';

import { storeSubmissionJob } from '../../contract/jobs.ts';
import { storeSubmission as store } from '../../storage/submissions.ts';
import { timesOf } from '../clock.ts';
import { reportWrongClock, type WorkerContext } from '../context.ts';
import { parsePayload } from '../process-job.ts';

/** The payload that remains in Redis after the enquiry is stored in MongoDB. */
const storedPayload = z.strictObject({
  version: z.literal(1),
  id: z.uuid(),
  stored: z.literal(true),
  quarantined: z.optional(z.boolean()),
});

/**
 * Stores an accepted enquiry, queues its notifications unless it is in quarantine, and removes the
 * personal data from the job. Each step is idempotent: an insert by id, jobs with fixed ids and a
 * payload that records completion.
 */
export async function storeSubmission(context: WorkerContext, job: Job): Promise<void> {
  const { clock, config, database, enqueueNotifications, logger, metrics } = context;
  const done = z.safeParse(storedPayload, job.data);
  if (done.success) {
    if (!done.data.quarantined) await enqueueNotifications(done.data.id);
    return;
  }

  const payload = parsePayload(storeSubmissionJob.schema, job);
  const { version, id, acceptedAt, noticeVersion, form, screening } = payload;
  const { acknowledge, locale } = payload;
  const quarantined = screening?.quarantined ?? false;
  const moment = await clock();
  const times = timesOf(new Date(acceptedAt), moment);
  const isNew = await store(database, {
    id,
    ...times,
    noticeVersion,
    form,
    ...(screening ? { screening } : {}),
    ...(locale ? { locale } : {}),
    ...(acknowledge === false
      ? { unacknowledged: 'too many enquiries had come from its network in an hour' }
      : {}),
    retentionMonths: config.company.retentionMonths,
  });
  if (isNew) metrics.stored(times.acceptedAt);
  if (isNew && acknowledge === false) metrics.mailWithheld('acknowledgement');
  if (isNew && times.claimedAt) {
    reportWrongClock(context, 'api', times.claimedAt.getTime() - moment.now, { submissionId: id });
  }
  const stored: z.infer<typeof storedPayload> = { version, id, stored: true, quarantined };
  // The order does not matter, because a retry of the job completes both steps.
  const enqueueing = quarantined ? undefined : enqueueNotifications(id);
  await Promise.all([enqueueing, job.updateData(stored)]);
  logger.info({ submissionId: id, isNew, quarantined }, 'enquiry stored');
}
