import { MetricsTime, Worker, type Job, type Queue } from 'bullmq';

import { retryDelays } from '../contract/jobs.ts';
import { reasonOf } from '../platform/reason.ts';
import { createRedis, type RedisClient } from '../platform/redis.ts';
import { withTimeout } from '../platform/timeout.ts';
import type { WorkerContext } from './context.ts';
import { repairJob } from './repair-job.ts';
import { countExpected, startWatchdog } from './watchdog.ts';
import { processorOf, type HandledJob } from './process-job.ts';

/** Processes the jobs of one queue, monitored by a watchdog. */
export type Consumer = ReturnType<typeof startConsumer>;

const watchEvery = 5_000;
const closeTimeout = 1_000;
const lockDuration = 10_000;
const stalledInterval = 5_000;
/** For this many milliseconds after a Redis outage, jobs can stall because their locks expired. */
const locksExpiredFor = lockDuration + 2 * stalledInterval;
/** Milliseconds without errors after which progress proves that Redis works again. */
const settledAfter = 1_000;

/**
 * Starts processing the jobs of a queue concurrently. A running job counts as progress for
 * `longestJob` milliseconds.
 */
export function startConsumer(
  context: WorkerContext,
  queue: Queue,
  jobs: readonly HandledJob[],
  concurrency: number,
  longestJob = 0,
) {
  const { config, database, logger, metrics, redisOutage } = context;
  const own = jobs.filter(([definition]) => definition.queue === queue.name);
  const [first] = own;
  if (!first) throw new Error(`No job belongs to the queue ${queue.name}.`);
  const { policy } = first[0];
  const { removeOnComplete, removeOnFail } = policy;
  const processJob = processorOf(context, own);
  let progressAt = Date.now();
  let running = 0;
  let redis = createRedis(config.redisUrl, 'background');
  let worker = open();

  async function run(job: Job): Promise<void> {
    running += 1;
    try {
      await processJob(job);
    } finally {
      running -= 1;
    }
  }

  function lastProgress(): number {
    const isBusy = running > 0 && Date.now() - progressAt < longestJob;
    return isBusy ? Date.now() : progressAt;
  }

  function open(): Worker {
    const opened = new Worker(queue.name, run, {
      connection: redis,
      prefix: config.queuePrefix,
      concurrency,
      lockDuration,
      stalledInterval,
      // A job must not fail because its worker was killed, however often that happens.
      maxStalledCount: 1_000_000,
      runRetryDelay: 1_000,
      skipVersionCheck: true,
      removeOnComplete,
      removeOnFail,
      metrics: { maxDataPoints: MetricsTime.TWO_WEEKS },
      settings: { backoffStrategy: (attemptsMade) => retryDelay(attemptsMade) },
    });
    let failedAt = 0;
    const noteProgress = () => {
      progressAt = Date.now();
      // Another connection may have failed while this job was being taken.
      if (progressAt - failedAt > settledAfter) redisOutage.over();
    };
    opened.on('active', noteProgress).on('completed', noteProgress).on('failed', noteProgress);
    opened.on('error', (error) => {
      // Redis answered, but not as expected: the lock of a job may have expired.
      if (reasonOf(error) === undefined) {
        const fields = { queue: queue.name, err: error };
        if (isSoonAfterOutage()) logger.info(fields, 'queue error');
        else logger.warn(fields, 'queue error');
        return;
      }
      failedAt = Date.now();
      redisOutage.failed(error, { queue: queue.name });
    });
    opened.on('stalled', (id) => {
      metrics.jobStalled(queue.name);
      const fields = { queue: queue.name, id };
      if (isSoonAfterOutage()) logger.info(fields, 'job stalled');
      else logger.warn(fields, 'job stalled');
      // If Redis is down, the repair fails. The job then stalls again and is repaired later.
      repair(id).catch(() => undefined);
    });
    return opened;
  }

  /** Whether jobs are expected to lose their locks, because Redis was down. */
  function isSoonAfterOutage(): boolean {
    return Date.now() - redisOutage.until() < locksExpiredFor;
  }

  async function repair(id: string): Promise<void> {
    const fields = await repairJob(context.redis, queue.toKey(id), policy);
    if (fields.length > 0) logger.error({ queue: queue.name, id, fields }, 'job is not valid JSON');
  }

  const stopWatchdog = startWatchdog({
    queue: queue.name,
    logger,
    every: watchEvery,
    timeout: config.watchdogAfter,
    count: (dueBefore) => countExpected(queue, dueBefore),
    // During an outage jobs cannot make progress.
    progressAt: () => Math.max(lastProgress(), redisOutage.until(), database.outage.until()),
    async replace() {
      metrics.consumerReplaced(queue.name);
      await closeNow(worker, redis);
      redis = createRedis(config.redisUrl, 'background');
      worker = open();
    },
  });

  function warnOfJobs(): void {
    if (running === 0) return;
    logger.warn({ queue: queue.name }, 'stopped with jobs still running');
  }

  return {
    /** Stops taking jobs, waits up to the given milliseconds for running ones, and closes. */
    close: async (timeout: number) => {
      stopWatchdog();
      const paused = worker.pause();
      // While Redis is down, pause() never resolves.
      await withTimeout(closeTimeout, paused).catch(async () => {
        if (running > 0) await withTimeout(timeout - closeTimeout, paused).catch(warnOfJobs);
      });
      await closeNow(worker, redis);
    },
  };
}

async function closeNow(worker: Worker, redis: RedisClient): Promise<void> {
  await withTimeout(closeTimeout, worker.close(true)).catch(() => undefined);
  redis.disconnect();
}

/**
 * Milliseconds to wait after the given number of failed attempts: exponential backoff with jitter.
 * `chance` is between 0 and 1.
 */
export function retryDelay(attemptsMade: number, chance = Math.random()): number {
  const { first, longest, jitter } = retryDelays;
  const full = Math.min(first * 2 ** (attemptsMade - 1), longest);
  return Math.round(full * (1 - jitter * chance));
}
