import type { Request } from 'express';

import { createMetrics } from '#server/metrics.ts';
import { Problem } from '#server/http.ts';
import { networkOf } from '#server/network.ts';
import { startHeartbeat } from '#server/heartbeat.ts';
import type { Logger } from '#server/logger.ts';
import { openQueues } from '#server/queues.ts';
import { failureCode } from '#server/reasons.ts';
import { confirmWrite, connectRedis, logOutages, untilConnected } from '#server/redis.ts';
import { describeRefusal } from '#storage/mongodb.ts';
import type { Account } from '#storage/users.ts';
import type { CheckContext } from '../checks/check.ts';
import type { OfficeConfig } from '../config.ts';
import { TaskError, type TaskContext } from './task.ts';
import { createLimits } from '../accounts/limits.server.ts';
import { createSessionCookie } from '../accounts/session-cookie.server.ts';
import { createPresence } from './presence.ts';
import { createStaffDatabase } from './staff-database.ts';

/** Milliseconds to wait for Redis, because somebody is waiting. */
const patience = 1_250;

export type Context = Awaited<ReturnType<typeof createContext>>;

/** Resolves once Redis is connected, or after two seconds. MongoDB is connected on first use. */
export async function createContext(config: OfficeConfig, logger: Logger) {
  const redis = connectRedis(config.REDIS_URL, patience);
  logOutages(redis, logger);
  const opened = openQueues(redis, config.QUEUE_PREFIX);
  const queues = [opened.submissions, opened.notifications, opened.maintenance];
  const database = createStaffDatabase(config.MONGODB_URI, logger);
  const metrics = createMetrics('office');
  await untilConnected(redis);

  async function reachRedis(words?: string): Promise<typeof redis> {
    await redis.ping().catch((cause: unknown) => {
      const says = words ?? `Redis is not answering (${failureCode(cause)}).`;
      throw Object.assign(new TaskError('unavailable', says), { cause });
    });
    return redis;
  }
  const reachForStaff = () => reachRedis('Redis is not answering. Please try again later.');

  const openForDoctor = () =>
    database.open().catch((error: unknown) => {
      if (describeRefusal(error)) throw error;
      throw new TaskError('unavailable', 'MongoDB is not answering.');
    });

  const stores = {
    ...config.task,
    letters: { ...config.task.letters, logger },
    database: database.open,
    redis: reachForStaff,
    queues: () => reachForStaff().then(() => opened),
  };
  const heartbeat = startHeartbeat(redis, { prefix: config.QUEUE_PREFIX, service: 'office' });

  return {
    config,
    logger,
    metrics,
    redis,
    /** The part of the context of tasks that does not depend on the user. */
    stores,
    checked: {
      ...config.doctor,
      ...stores,
      redis: () => reachRedis(),
      queues: () => reachRedis().then(() => opened),
      database: openForDoctor,
    } satisfies CheckContext,
    queues,
    database,
    limits: createLimits(redis, config),
    presence: createPresence(redis, config.QUEUE_PREFIX),
    taskAs: (account: Account | undefined, { ip, headers }: Request): TaskContext => ({
      ...stores,
      actor: account?.username ?? 'nobody',
      role: account?.role,
      network: networkOf(ip),
      ...browserOf(headers['user-agent']),
    }),
    cookie: createSessionCookie(config.officeUrl),
    /** Rejects with a Problem if Redis does not accept writes or MongoDB does not answer. */
    async checkReadiness() {
      await confirmWrite(redis, config.QUEUE_PREFIX).catch(() => {
        throw new Problem(503, 'Not ready: Redis is not accepting writes.', { reason: 'redis' });
      });
      await database
        .open()
        .then((store) => store.ping())
        .catch((error: unknown) => {
          const why = describeRefusal(error) ?? 'MongoDB is not answering.';
          throw new Problem(503, `Not ready: ${why}`, { reason: 'mongodb' });
        });
    },
    async close() {
      await heartbeat.stop();
      await Promise.all(queues.map((queue) => queue.close()));
      await database.close();
      redis.disconnect();
    },
  };
}

/** One word for the browser in a User-Agent header, for the audit trail. */
function browserOf(userAgent = ''): { device?: string } {
  const [device] = /Firefox|Chrome|Safari/.exec(userAgent) ?? [];
  if (userAgent.includes('Edg/')) return { device: 'Edge' };
  return device === undefined ? {} : { device };
}
