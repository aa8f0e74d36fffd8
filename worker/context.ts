import { connect, type Database } from '../storage/connection.ts';
import type { Logger } from '../platform/logger.ts';
import { createRedis, type RedisClient } from '../platform/redis.ts';
import type { WorkerConfig } from './config.ts';
import { notificationEnqueuer, type EnqueueNotifications } from './enqueue-notifications.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { openQueues, type Queues } from './queues.ts';
import { createWorkerMetrics, type WorkerMetrics } from './worker-metrics.ts';

/** What the jobs work with. */
export interface WorkerContext {
  config: WorkerConfig;
  logger: Logger;
  database: Database;
  redis: RedisClient;
  queues: Queues;
  enqueueNotifications: EnqueueNotifications;
  mailer: Mailer;
  metrics: WorkerMetrics;
}

/** Opens everything that the jobs need. Nothing has to be there yet. */
export function createContext(config: WorkerConfig, logger: Logger): WorkerContext {
  const redis = createRedis(config.redisUrl, 'patient');
  const queues = openQueues(redis, config, logger);
  return {
    config,
    logger,
    database: connect(config.mongodbUri, { logger }),
    redis,
    queues,
    enqueueNotifications: notificationEnqueuer(queues.notifications),
    mailer: createMailer(config.mail, logger),
    metrics: createWorkerMetrics(),
  };
}
