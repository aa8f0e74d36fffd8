import { Problem } from '../platform/http/problem.ts';
import { connectRedis, waitUntilConnected, withRedisTimeout } from '../platform/http/redis.ts';
import { startHeartbeat } from '../platform/heartbeat.ts';
import type { Logger } from '../platform/logger.ts';
import { createInstallationSecret } from '../platform/installation-secret.ts';
import { openQueues } from '../platform/queues.ts';
import { reasonOf } from '../platform/reason.ts';
import { confirmWrite } from '../platform/redis.ts';
import { watchQueues, watchRedis } from '../platform/redis-metrics.ts';
import { loadAnswerPages } from './answer-pages.ts';
import { createApiMetrics } from './api-metrics.ts';
import type { ApiConfig } from './config.ts';
import { countingTimeout, createEnquiryLimits } from './enquiry-limits.ts';
import { watchBlockList } from './screening/block-list.ts';
import { createTokenClaims } from './screening/form-token.ts';
import { createScreener } from './screening/screen-enquiry.ts';
import { acceptedMessage, createReceipts } from './show-sent.ts';
import { createSubmissionQueue } from './submission-queue.ts';
import { watchBacklog } from './watch-backlog.ts';

export type Context = Awaited<ReturnType<typeof createContext>>;

/**
 * Creates the dependencies of the routes. Waits at most two seconds for the connection to Redis.
 *
 * @throws SettingsError if the page templates are missing or outdated.
 */
export async function createContext(config: ApiConfig, logger: Logger) {
  const { QUEUE_PREFIX: prefix } = config;
  const pages = loadAnswerPages(config.PAGES_DIR);
  const redis = connectRedis(config.REDIS_URL, logger);
  // A separate connection, because WAIT blocks all later commands on its connection.
  const limiterRedis = connectRedis(config.REDIS_URL);
  const { submissions, notifications, maintenance } = openQueues(redis, prefix, {
    onError: (error) => logger.debug({ err: error }, 'queue error'),
  });
  const queues = [submissions, notifications, maintenance];
  const submissionQueue = createSubmissionQueue(redis, submissions);
  const backlog = watchBacklog(submissionQueue, config.MAX_WAITING_SUBMISSIONS, logger);
  const metrics = createApiMetrics();
  watchQueues(metrics, queues);
  watchRedis(metrics, redis);
  const inRedis = { prefix, timeout: countingTimeout };
  const secret = createInstallationSecret(limiterRedis, { ...inRedis, secret: config.FORM_SECRET });
  const blockList = watchBlockList(redis, prefix);
  const tokenClaims = createTokenClaims(limiterRedis, inRedis);
  const screener = createScreener(secret, tokenClaims, blockList.find);
  // Ignores FORM_SECRET: the worker and the code that erases data must use the same secret, and
  // they know only the one in Redis.
  const ownSecret = createInstallationSecret(limiterRedis, inRedis);
  const limits = createEnquiryLimits(limiterRedis, ownSecret, config, metrics);
  await waitUntilConnected(redis, limiterRedis);
  // Fetches the keys and the block list now, so that no enquiry has to wait for them.
  await Promise.all([screener.issueToken(), limits.prepare(), blockList.refresh()]);
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
    receipts: createReceipts(secret, pages, (locale) => acceptedMessage(config, locale)),
    /** Rejects with a Problem if enquiries cannot be accepted. */
    async checkReadiness() {
      if (backlog.isFull()) {
        throw new Problem(503, 'Not ready: too many enquiries are waiting to be stored.');
      }
      // Redis can refuse writes although it answers other commands.
      const writing = confirmWrite(redis, prefix);
      await withRedisTimeout(writing).catch((error: unknown) => {
        throw new Problem(503, 'Not ready: Redis is not accepting writes.', {
          reason: reasonOf(error) ?? 'not connected',
        });
      });
    },
    async close() {
      backlog.stop();
      blockList.stop();
      await heartbeat.stop();
      await Promise.all(queues.map((queue) => queue.close()));
      for (const connection of [redis, limiterRedis]) connection.disconnect();
    },
  };
}
