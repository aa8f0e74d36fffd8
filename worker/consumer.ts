import { MetricsTime, UnrecoverableError, Worker, type Job, type Queue } from 'bullmq';
import * as z from 'zod/mini';

import { retryDelays } from '#contract/jobs.ts';
import { withTimeout } from '#server/process.ts';
import { failureCode, reasonOf } from '#server/reasons.ts';
import { connectRedis } from '#server/redis.ts';
import type { WorkerContext } from './worker.ts';

/** Milliseconds before jobs are asked for again after Redis has refused to hand them out. */
const refusedDelay = 5_000;
/** Milliseconds after which another worker takes over the jobs of a killed one. */
const lockDuration = 10_000;

export type Consumer = ReturnType<typeof startConsumer>;

export function startConsumer(
  context: WorkerContext,
  queue: Queue,
  options: { concurrency: number; process: (job: Job) => Promise<void> },
) {
  const { config, logger } = context;
  const connection = connectRedis(config.REDIS_URL);
  /** After an outage of Redis, this process can get a job that it is still running. */
  const running = new Map<string, Promise<void>>();
  let progressAt = performance.now();

  async function run(job: Job): Promise<void> {
    const id = job.id ?? '';
    const work = running.get(id) ?? options.process(job).finally(() => running.delete(id));
    running.set(id, work);
    try {
      await work;
    } catch (error) {
      throw await noteFailure(context, job, error);
    }
  }

  const worker = new Worker(queue.name, run, {
    connection,
    prefix: config.QUEUE_PREFIX,
    concurrency: options.concurrency,
    lockDuration,
    stalledInterval: 5_000,
    maxStalledCount: 10,
    runRetryDelay: 1_000,
    skipVersionCheck: true,
    metrics: { maxDataPoints: MetricsTime.TWO_WEEKS },
    settings: { backoffStrategy: retryDelay },
  });
  let isClosing = false;
  const noteProgress = () => void (progressAt = performance.now());
  worker.on('active', noteProgress).on('completed', noteProgress).on('failed', noteProgress);
  worker.on('stalled', (id) => logger.info({ queue: queue.name, id }, 'job stalled'));
  worker.on('error', (error) => {
    // Outages are logged by the connection of the context.
    if (error.name !== 'ReplyError') {
      logger.debug({ queue: queue.name, err: error }, 'queue error');
      return;
    }
    logger.error({ queue: queue.name, err: error }, 'redis refuses to hand out jobs');
    // BullMQ repeats at once what a full Redis refuses, thousands of times a second.
    void worker.pause(true);
    setTimeout(() => !isClosing && void worker.resume(), refusedDelay).unref();
  });

  return {
    queue,
    /** Milliseconds since the last job was taken or ended. */
    idleFor: () => performance.now() - progressAt,
    isBusy: () => running.size > 0,
    /** Stops taking jobs, waits up to the given milliseconds for running ones, and closes. */
    close: async (timeout: number) => {
      isClosing = true;
      // While Redis is down, this never resolves.
      await withTimeout(timeout, worker.close()).catch(() => {
        if (running.size > 0) logger.warn({ queue: queue.name }, 'stopped with jobs still running');
      });
      connection.disconnect();
    },
  };
}

/** Logs a failed attempt. Returns a bare code for BullMQ to keep: messages can quote addresses. */
async function noteFailure(
  { logger, metrics }: WorkerContext,
  job: Job,
  error: unknown,
): Promise<Error> {
  if (error instanceof Error && error.name === 'DelayedError') return error;
  const isFinal = error instanceof UnrecoverableError || isLastAttempt(job);
  const logEntry = { job: job.name, id: job.id, attempt: job.attemptsMade + 1, err: error };
  metrics.jobFailures.inc({ task: job.name, outcome: isFinal ? 'failed' : 'retried' });
  if (isFinal) {
    logger.error(logEntry, 'job failed');
    // Otherwise, an enquiry that is sent again would count as a duplicate of this job.
    await job.removeDeduplicationKey().catch(() => undefined);
  } else logger[reasonOf(error) === undefined ? 'warn' : 'info'](logEntry, 'job will be retried');
  if (error instanceof UnrecoverableError) return error;
  // Without its stack, which repeats the message.
  return Object.assign(new Error(failureCode(error)), { stack: '' });
}

/** @throws UnrecoverableError that names the invalid fields without their values. */
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

/** Milliseconds before the next attempt: exponential backoff with jitter. */
function retryDelay(attemptsMade: number): number {
  const { first, longest, jitter } = retryDelays;
  const backoff = Math.min(first * 2 ** (attemptsMade - 1), longest);
  return Math.round(backoff * (1 - jitter * Math.random()));
}
