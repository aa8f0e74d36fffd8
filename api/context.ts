import { Problem } from '../platform/http/problem.ts';
import {
  connectRedis,
  redisReason,
  waitUntilConnected,
  withRedisTimeout,
} from '../platform/http/redis.ts';
import { startHeartbeat } from '../platform/heartbeat.ts';
import type { Logger } from '../platform/logger.ts';
import { createInstallationSecret } from '../platform/installation-secret.ts';
import { openQueues } from '../platform/queues.ts';
import { confirmWrite } from '../platform/redis.ts';
import { watchQueues, watchRedis } from '../platform/redis-metrics.ts';
import { loadAnswerPages } from './answer-pages.ts';
import { createApiMetrics } from './api-metrics.ts';
import type { ApiConfig } from './config.ts';
import { countingTimeout, createEnquiryLimits } from './enquiry-limits.ts';
import { createScreener } from './screening/screen-enquiry.ts';
import { acceptedMessage, createReceipts } from './show-sent.ts';
import { createSubmissionQueue } from './submission-queue.ts';
import { watchBacklog } from './watch-backlog.ts';

/** Everything that the routes need. */
export type Context = Awaited<ReturnType<typeof createContext>>;

/**
 * Connects to Redis. Resolves when it is connected, or after two seconds without it.
 *
 * @throws SettingsError without the pages that it answers with.
 */
export async function createContext(config: ApiConfig, logger: Logger) {
  const { QUEUE_PREFIX: prefix } = config;
  const pages = loadAnswerPages(config.PAGES_DIR);
  const redis = connectRedis(config.REDIS_URL, logger);
  // Of its own: on the other, everybody waits while somebody waits for replicas.
  const limiterRedis = connectRedis(config.REDIS_URL, logger);
  const { submissions, notifications, maintenance } = openQueues(redis, prefix, {
    onError: (error) => logger.debug({ err: error }, 'queue error'),
  });
  const queues = [submissions, notifications, maintenance];
  const submissionQueue = createSubmissionQueue(redis, submissions, config);
  const backlog = watchBacklog(submissionQueue, config.MAX_WAITING_SUBMISSIONS, logger);
  const metrics = createApiMetrics();
  watchQueues(metrics, queues, redis, prefix);
  watchRedis(metrics, redis, prefix);
  const inRedis = { prefix, timeout: countingTimeout };
  const secret = createInstallationSecret(limiterRedis, { ...inRedis, secret: config.FORM_SECRET });
  const screener = createScreener(secret);
  // Always the secret that Redis keeps: the worker, and whoever erases, has no other.
  const ownSecret = createInstallationSecret(limiterRedis, inRedis);
  const limits = createEnquiryLimits(limiterRedis, ownSecret, config, metrics);
  await waitUntilConnected(redis, limiterRedis);
  // Asked for once here, so that no enquiry has to wait for it.
  await Promise.all([screener.issueToken(), limits.prepare()]);
  const heartbeat = startHeartbeat(redis, { prefix, service: 'api' });
  return {
    config,
    logger,
    metrics,
    submissionQueue,
    backlog,
    limits,
    screener,
    pages,
    receipts: createReceipts(secret, pages, acceptedMessage(config)),
    ownSecret,
    /** Rejects with a problem when enquiries cannot be taken. */
    async checkReadiness() {
      if (backlog.isFull()) {
        throw new Problem(503, 'Not ready: too many enquiries wait to be stored.');
      }
      // That Redis answers does not mean that it would take an enquiry.
      const writing = confirmWrite(redis, prefix, config.REDIS_WAIT_REPLICAS);
      await withRedisTimeout(writing).catch((error: unknown) => {
        throw new Problem(503, 'Not ready: Redis takes no writes.', { reason: redisReason(error) });
      });
    },
    async close() {
      backlog.stop();
      await heartbeat.stop();
      await Promise.all(queues.map((queue) => queue.close()));
      for (const connection of [redis, limiterRedis]) connection.disconnect();
    },
  };
}
