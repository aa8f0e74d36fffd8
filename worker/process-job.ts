import { UnrecoverableError, type Job, type Processor } from 'bullmq';
import * as z from 'zod/mini';

import type { JobDefinition } from '../contract/jobs.ts';
import { describeError } from '../platform/redact.ts';
import type { WorkerContext } from './context.ts';
import { isUnreadable } from './repair-job.ts';

/** Does the work of one job. Throws to have it repeated, UnrecoverableError to give it up. */
export type JobHandler = (context: WorkerContext, job: Job) => Promise<void>;

/** A job and what does its work. */
export type HandledJob = readonly [JobDefinition, JobHandler];

// Every job about a submission has an id that begins with the submission's.
const leadingUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Turns handlers into what BullMQ runs: failures are logged, and stored without their words. */
export function processorOf(context: WorkerContext, jobs: readonly HandledJob[]): Processor {
  const handlers = new Map(jobs.map(([{ name }, handle]) => [name, handle]));
  return async (job) => {
    const handle = handlers.get(job.name);
    try {
      if (isUnreadable(job.data)) throw new UnrecoverableError('Its data is no JSON.');
      if (!handle) throw new UnrecoverableError('This job has no handler.');
      await handle(context, job);
    } catch (error) {
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
        // Else the same enquiry, sent again, would be taken for the one that is given up here.
        await job.removeDeduplicationKey();
        if (canary && entry.submissionId) {
          const reason = `It was given up (${withoutMessage(error).message}).`;
          return giveUpCanary(context, entry.submissionId, reason);
        }
        context.logger.error(entry, 'job failed');
      } else {
        context.logger.warn(entry, 'job will be retried');
      }
      throw withoutMessage(error);
    }
  };
}

/** Whether a job is to store an enquiry that the system sent to itself. */
function isOfCanary({ data }: Pick<Job, 'data'>): boolean {
  return (data as { canary?: unknown } | null)?.canary === true;
}

/**
 * Notes why a canary comes no further. Its job is done with that: nobody has to look at it, and the
 * next comes by itself.
 */
export async function giveUpCanary(
  { canaries, logger }: Pick<WorkerContext, 'canaries' | 'logger'>,
  submissionId: string,
  reason: string,
): Promise<void> {
  await canaries.fail(submissionId, reason);
  logger.warn({ submissionId, reason }, 'canary job failed');
}

/**
 * The payload of a job as its schema has it.
 *
 * @throws UnrecoverableError that names the fields that do not fit, and nothing of what they say.
 */
export function parsePayload<Schema extends z.ZodMiniType>(
  schema: Schema,
  job: Pick<Job, 'data'>,
): z.infer<Schema> {
  const result = z.safeParse(schema, job.data);
  if (result.success) return result.data;
  const fields = result.error.issues.map(({ path }) => path.join('.') || 'payload');
  throw new UnrecoverableError(`These fields do not fit: ${[...new Set(fields)].join(', ')}.`);
}

/** Whether the job will not be tried again if the attempt that is running fails. */
export function isLastAttempt(job: Pick<Job, 'attemptsMade' | 'opts'>): boolean {
  return job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
}

/** A short code for an error that is fit for Redis, MongoDB and people, without its message. */
export function failureCode(error: unknown): string {
  const { name, code, responseCode } = describeError(error);
  if (typeof responseCode === 'number') return `smtp ${responseCode}`;
  return [name, code]
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ');
}

/** An error that BullMQ may write to Redis: messages of SMTP and MongoDB errors quote addresses. */
export function withoutMessage(error: unknown): Error {
  return error instanceof UnrecoverableError ? error : new Error(failureCode(error));
}
