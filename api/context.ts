import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { RedisClient } from '../platform/redis.ts';

import type { Logger } from '../platform/logger.ts';
import { createApiMetrics, type ApiMetrics } from './api-metrics.ts';
import type { ApiConfig } from './config.ts';
import { createEnquiryLimiter, type EnquiryLimiter } from './enquiry-limiter.ts';
import { createLimiterStore } from './limiter-store.ts';
import { openQueues } from './queues.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { connectRedis, promptly } from './redis.ts';
import { createInstallationSecret } from '../platform/installation-secret.ts';
import { createScreener, type Screener } from './screening/screener.ts';
import { createStaff, type Staff } from './accounts/staff.ts';
import { createSubmissionQueue, type SubmissionQueue } from './submissions/submission-queue.ts';
import { watchBacklog } from './submissions/watch-backlog.ts';

/** Milliseconds that a start waits for Redis, so that the first visitor meets no 503 in vain. */
const firstConnection = 2_000;

/** Everything that the routes need. */
export interface Context {
  config: ApiConfig;
  logger: Logger;
  submissions: SubmissionQueue;
  rateLimiter: RateLimiter;
  enquiryLimiter: EnquiryLimiter;
  screener: Screener;
  staff: Staff;
  metrics: ApiMetrics;
  redis: RedisClient;
  /** Every queue, for ops to look at. */
  queues: Queue[];
  /** Whether more enquiries wait than may. */
  isBacklogFull(): boolean;
  /** Rejects when Redis cannot be reached. */
  checkRedis(): Promise<unknown>;
  close(): Promise<void>;
}

/** Connects to Redis. Resolves when it is connected, or after two seconds without it. */
export async function createContext(config: ApiConfig, logger: Logger): Promise<Context> {
  const redis = connectRedis(config.REDIS_URL, logger);
  // Of its own, because it gives up far sooner: counting must not delay an enquiry.
  const limiterRedis = connectRedis(config.REDIS_URL, logger, { commandTimeout: 150 });
  const submissions = createSubmissionQueue(redis, config, logger);
  const backlog = watchBacklog(submissions, config.MAX_WAITING_SUBMISSIONS, logger);
  const limiterStore = createLimiterStore(limiterRedis);
  const rateLimiter = createRateLimiter(limiterStore, {
    prefix: `${config.QUEUE_PREFIX}:rate`,
    requests: config.RATE_LIMIT_PER_ADDRESS,
    seconds: config.RATE_LIMIT_WINDOW_SECONDS,
    withoutRedis: 'count',
  });
  const metrics = createApiMetrics();
  const secret = createInstallationSecret(limiterRedis, {
    prefix: config.QUEUE_PREFIX,
    secret: config.FORM_SECRET,
  });
  const screener = createScreener(secret);
  const enquiryLimiter = createEnquiryLimiter(limiterRedis, limiterStore, config, metrics);
  const staff = createStaff(config, redis, logger, metrics);
  const queues = openQueues(redis, config.QUEUE_PREFIX);
  const connections = [redis, limiterRedis];
  await Promise.race([
    Promise.all(connections.map((connection) => once(connection, 'ready').catch(() => undefined))),
    sleep(firstConnection),
  ]);
  // Asked for once here, so that no enquiry has to wait for it.
  await Promise.all([screener.issueToken(), enquiryLimiter.prepare()]);
  return {
    config,
    logger,
    submissions,
    rateLimiter,
    enquiryLimiter,
    screener,
    staff,
    metrics,
    redis,
    queues,
    isBacklogFull: backlog.isFull,
    // Of a cluster, the server that keeps the queues has to answer, and not just any.
    checkRedis: () => promptly(redis.exists(`${config.QUEUE_PREFIX}:ready`)),
    async close() {
      backlog.stop();
      await Promise.all([submissions, ...queues].map((queue) => queue.close()));
      await staff.database.close();
      for (const connection of connections) connection.disconnect();
    },
  };
}
