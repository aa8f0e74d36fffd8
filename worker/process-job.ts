import { DelayedError, UnrecoverableError, type Job, type Processor } from 'bullmq';
import * as z from 'zod/mini';

import { sendDigestJob, sendNotificationJob, type JobDefinition } from '../contract/jobs.ts';
import { failureCode, reasonOf } from '../platform/reason.ts';
import { inSpan, traceIdOf } from '../platform/tracing.ts';
import type { WorkerContext } from './context.ts';
import { isUnreadable } from './repair-job.ts';

/**
 * Processes a job. An UnrecoverableError fails the job; after any other error it is retried until
 * its last attempt. If the job is about a submission, `traceparent` continues the submission's
 * trace in the jobs that this job adds.
 */
export type JobHandler = (context: WorkerContext, job: Job, traceparent?: string) => Promise<void>;

export type HandledJob = readonly [JobDefinition, JobHandler];

// The id of every job about a submission starts with the submission's id.
const leadingUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/**
 * Turns handlers into a BullMQ processor that logs failures. Redis gets the messages of
 * UnrecoverableErrors, but only the codes of other errors, whose messages may quote personal
 * data. Each attempt of a job about a submission is a span.
 */
export function processorOf(context: WorkerContext, jobs: readonly HandledJob[]): Processor {
  const handlers = new Map(jobs.map(([{ name }, handle]) => [name, handle]));
  return async (job) => {
    const handle = handlers.get(job.name);
    const own = { ...context };
    try {
      if (isUnreadable(job.data)) throw new UnrecoverableError('The job data is not valid JSON.');
      if (!handle) throw new UnrecoverableError('This job has no handler.');
      await inJobSpan(job, (traceparent) => {
        if (traceparent !== undefined) {
          own.logger = context.logger.child({ trace_id: traceIdOf(traceparent) });
        }
        return handle(own, job, traceparent);
      });
    } catch (error) {
      if (error instanceof DelayedError) throw error;
      const isFinal = error instanceof UnrecoverableError || isLastAttempt(job);
      const canary = isOfCanary(job);
      const name = canary ? 'canary' : handle ? job.name : 'unknown';
      context.metrics.jobFailed(name, isFinal ? 'failed' : 'retried');
      const entry = {
        job: name,
        id: job.id,
        submissionId: leadingUuid.exec(job.id ?? '')?.[0],
        attempt: job.attemptsMade + 1,
        err: error,
      };
      if (isFinal) {
        // Otherwise, if the visitor sends the enquiry again, it counts as a duplicate of this job.
        await job.removeDeduplicationKey();
        if (canary && entry.submissionId) {
          const reason = withoutMessage(error).message;
          return failCanary(own, entry.submissionId, 'Its job failed', reason);
        }
      }
      // A recurring job runs again anyway, so its failure is logged as a retry.
      if (isFinal && job.repeatJobKey === undefined) own.logger.error(entry, 'job failed');
      else logRetry(own, entry);
      throw withoutMessage(error);
    }
  };
}

/** Processes a job as a span, if it is about a submission. */
function inJobSpan(job: Job, work: (traceparent?: string) => Promise<void>): Promise<void> {
  const { id = '', name, queueName } = job;
  if (!leadingUuid.test(id)) return work();
  const span = {
    name,
    kind: 'CONSUMER',
    parent: (job.data as { traceparent?: unknown } | null)?.traceparent,
    attributes: {
      'messaging.system': 'bullmq',
      'messaging.destination.name': queueName,
      'messaging.message.id': id,
    },
    failureOf: (error: unknown) =>
      error instanceof DelayedError ? undefined : withoutMessage(error).message,
  } as const;
  return inSpan(span, work);
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

function isOfCanary({ data }: Pick<Job, 'data'>): boolean {
  return (data as { canary?: unknown } | null)?.canary === true;
}

/**
 * Records why a canary failed. Its job then counts as done, because the next canary follows anyway.
 */
export async function failCanary(
  { canaries, logger }: Pick<WorkerContext, 'canaries' | 'logger'>,
  submissionId: string,
  what: string,
  reason: string,
): Promise<void> {
  await canaries.fail(submissionId, `${what} (${reason}).`);
  logger.warn({ submissionId, reason }, 'canary job failed');
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
