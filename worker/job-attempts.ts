import { UnrecoverableError, type Job } from 'bullmq';

import { describeError } from '../platform/describe-error.ts';

/** Whether the job will not be tried again if the attempt that is running fails. */
export function isLastAttempt(job: Pick<Job, 'attemptsMade' | 'opts'>): boolean {
  return job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
}

/** A short code for an error that is fit for Redis, MongoDB and people, without its message. */
export function failureCode(error: unknown): string {
  const { name, code, responseCode } = describeError(error);
  if (typeof responseCode === 'number') return `smtp ${responseCode}`;
  return [name, code].filter((part) => part !== undefined).join(' ');
}

/** An error that BullMQ may write to Redis: messages of SMTP and MongoDB errors quote addresses. */
export function withoutMessage(error: unknown): Error {
  return error instanceof UnrecoverableError ? error : new Error(failureCode(error));
}
