import { UnrecoverableError, type Job, type Processor } from 'bullmq';

import type { JobDefinition } from '../contract/jobs.ts';
import type { WorkerContext } from './context.ts';
import { isLastAttempt, withoutMessage } from './job-attempts.ts';

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
      if (!handle) throw new UnrecoverableError('This job has no handler.');
      await handle(context, job);
    } catch (error) {
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
      if (isFinal) {
        // Else the same enquiry, sent again, would be taken for the one that is given up here.
        await job.removeDeduplicationKey();
        context.logger.error(entry, 'job failed');
      } else {
        context.logger.warn(entry, 'job will be retried');
      }
      throw withoutMessage(error);
    }
  };
}
