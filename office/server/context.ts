import { createHttpMetrics } from '../../platform/http/http-metrics.ts';
import { Problem } from '../../platform/http/problem.ts';
import { connectRedis, waitUntilConnected, withRedisTimeout } from '../../platform/http/redis.ts';
import type { Logger } from '../../platform/logger.ts';
import { openQueues } from '../../platform/queues.ts';
import { confirmWrite } from '../../platform/redis.ts';
import { describeRefusal } from '../../storage/refusal.ts';
import type { OfficeConfig } from '../config.ts';
import { createAuthenticate, createLoginLimiter } from './authenticate.ts';
import { createPasskeys } from './passkeys.ts';
import { createSessionCookie } from './session-cookie.ts';
import { createStaffDatabase } from './staff-database.ts';

/** Everything that the routes need. */
export type Context = Awaited<ReturnType<typeof createContext>>;

/** Connects to the stores. Resolves when Redis is connected, or after two seconds without it. */
export async function createContext(config: OfficeConfig, logger: Logger) {
  const redis = connectRedis(config.REDIS_URL, logger);
  const { submissions, notifications, maintenance } = openQueues(redis, config.QUEUE_PREFIX);
  const queues = [submissions, notifications, maintenance];
  const database = createStaffDatabase(config.MONGODB_URI, logger);
  const metrics = createHttpMetrics('office', ['logins']);
  const limiter = createLoginLimiter(redis, config, metrics);
  await waitUntilConnected(redis);
  return {
    config,
    logger,
    metrics,
    queues,
    database,
    authenticate: createAuthenticate(database, limiter),
    cookie: createSessionCookie(config.officeUrl),
    passkeys: createPasskeys(redis, config),
    /** Rejects with a problem when a store does not answer. */
    async checkReadiness() {
      await withRedisTimeout(confirmWrite(redis, config.QUEUE_PREFIX)).catch(() => {
        throw new Problem(503, 'Not ready: Redis takes no writes.', { reason: 'redis' });
      });
      await database.ping().catch((error: unknown) => {
        const why = describeRefusal(error) ?? 'MongoDB does not answer.';
        throw new Problem(503, `Not ready: ${why}`, { reason: 'mongodb' });
      });
    },
    async close() {
      await Promise.all(queues.map((queue) => queue.close()));
      await database.close();
      redis.disconnect();
    },
  };
}
