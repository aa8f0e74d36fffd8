import { DelayedError, UnrecoverableError, type Job, type Processor } from 'bullmq';
import * as z from 'zod/mini';

import {
  retiredCanaryJob,
  sendDigestJob,
  sendNotificationJob,
  type JobDefinition,
} from '../contract/jobs.ts';
import { failureCode, reasonOf } from '../platform/reason.ts';
import type { WorkerContext } from './context.ts';
import { isUnreadable } from './repair-job.ts';

/**
 * Processes a job. An UnrecoverableError fails the job; after any other error it is retried until
 * its last attempt.
 */
export type JobHandler = (context: WorkerContext, job: Job) => Promise<void>;

export type HandledJob = readonly [JobDefinition, JobHandler];

// The id of every job about a submission starts with the submission's id.
const leadingUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/**
 * Turns handlers into a BullMQ processor that logs failures. Redis gets the messages of
 * UnrecoverableErrors, but only the codes of other errors, whose messages may quote personal
 * data.
 */
export function processorOf(context: WorkerContext, jobs: readonly HandledJob[]): Processor {
  const handlers = new Map(jobs.map(([{ name }, handle]) => [name, handle]));
  return async (job) => {
    if (isRetired(job)) return;
    const handle = handlers.get(job.name);
    try {
      if (isUnreadable(job.data)) throw new UnrecoverableError('The job data is not valid JSON.');
      if (!handle) throw new UnrecoverableError('This job has no handler.');
      await handle(context, job);
    } catch (error) {
      if (error instanceof DelayedError) throw error;
      const isFinal = error instanceof UnrecoverableError || isLastAttempt(job);
      const name = handle ? job.name : 'unknown';
      context.metrics.jobFailed(name, isFinal ? 'failed' : 'retried');
      const entry = {
        job: name,
        id: job.id,
        submissionId: leadingUuid.exec(job.id ?? '')?.[0],
        attempt: job.attemptsMade + 1,
        err: error,
      };
      // Otherwise, if the visitor sends the enquiry again, it counts as a duplicate of this job.
      if (isFinal) await job.removeDeduplicationKey();
      // A recurring job runs again anyway, so its failure is logged as a retry.
      if (isFinal && job.repeatJobKey === undefined) context.logger.error(entry, 'job failed');
      else logRetry(context, entry);
      throw withoutMessage(error);
    }
  };
}

/** Logs a retry. Uses a lower level if it is due to an outage, or to a server that defers email. */
function logRetry(
  { database, logger, redisOutage }: Pick<WorkerContext, 'database' | 'logger' | 'redisOutage'>,
  entry: { job: string; err: unknown },
): void {
  const isKnown = reasonOf(entry.err) !== undefined;
  if (isKnown && (entry.err as Error).name.startsWith('Mongo')) database.outage.failed(entry.err);
  const isOutage = redisOutage.isActive() || database.outage.isActive();
  const isOfMail = entry.job === sendNotificationJob.name || entry.job === sendDigestJob.name;
  if (isKnown && isOutage) logger.debug(entry, 'job will be retried');
  else if (isKnown && isOfMail) logger.info(entry, 'job will be retried');
  else logger.warn(entry, 'job will be retried');
}

/** Whether a job is about a test enquiry of 0.1.0, which is neither stored nor emailed. */
function isRetired({ name, data }: Pick<Job, 'name' | 'data'>): boolean {
  return name === retiredCanaryJob || (data as { canary?: unknown } | null)?.canary === true;
}

/**
 * Parses a job's payload.
 *
 * @throws UnrecoverableError that names the invalid fields without their values.
 */
export function parsePayload<Schema extends z.ZodMiniType>(
  schema: Schema,
  job: Pick<Job, 'data'>,
): z.infer<Schema> {
  const result = z.safeParse(schema, job.data);
  if (result.success) return result.data;
  const fields = result.error.issues.map(({ path }) => path.join('.') || 'payload');
  throw new UnrecoverableError(`Invalid fields: ${[...new Set(fields)].join(', ')}.`);
}

export function isLastAttempt(job: Pick<Job, 'attemptsMade' | 'opts'>): boolean {
  return job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
}

/** An error that BullMQ may store. The messages of SMTP and MongoDB errors can quote addresses. */
export function withoutMessage(error: unknown): Error {
  return error instanceof UnrecoverableError ? error : new Error(failureCode(error));
}
