import {
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
} from '../contract/jobs.ts';
import type { Logger } from '../packages/server/logger.ts';
import { connectRedis, logOutages, openQueue } from '../packages/server/redis.ts';
import { openAuditTrail } from '../storage/audit-trail.ts';
import { blockedEntrySchema, type BlockedEntry } from '../storage/block-list.ts';
import { openMongodb } from '../storage/mongodb.ts';
import type { WorkerConfig } from './config.ts';
import { createMailer } from './mail/mailer.ts';
import { createWorkerMetrics } from './metrics.ts';

/** What the worker's jobs need. */
export type WorkerContext = ReturnType<typeof createContext>;

/** Opens all connections, also while Redis and MongoDB are not available yet. */
export function createContext(config: WorkerConfig, logger: Logger) {
  const mongodb = openMongodb(config.MONGODB_URI, { logger });
  const redis = connectRedis(config.REDIS_URL);
  logOutages(redis, logger);
  const open = <Definition extends Parameters<typeof openQueue>[0]>(definition: Definition) =>
    openQueue(definition, redis, config.QUEUE_PREFIX);
  const queues = {
    submissions: open(storeSubmissionJob),
    notifications: open(sendNotificationJob),
    maintenance: open(sweepNotificationsJob),
  };
  return {
    config,
    logger,
    redis,
    queues,
    database: {
      ...mongodb,
      audit: openAuditTrail(mongodb.connection, logger),
      blockList: mongodb.connection.model<BlockedEntry>('BlockedEntry', blockedEntrySchema),
    },
    mailer: createMailer(config.mail, logger),
    metrics: createWorkerMetrics(queues),
  };
}
