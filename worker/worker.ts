import type { Logger } from '#server/logger.ts';
import { serveMetrics } from '#server/metrics.ts';
import { startHeartbeat } from '#server/heartbeat.ts';
import { refreshEvery, withTimeout } from '#server/process.ts';
import { openQueues } from '#server/queues.ts';
import { connectRedis, logOutages } from '#server/redis.ts';
import { trackChannel } from '#server/mail-state.ts';
import { mailServerOf } from '#server/mail.ts';
import { openMongodb } from '#storage/mongodb.ts';
import type { WorkerConfig } from './config.ts';
import { startConsumer, type Consumer } from './consumer.ts';
import { notify } from './jobs/notify.ts';
import { createStoreProcessor } from './jobs/store.ts';
import { createMailer } from './mail/mailer.ts';
import { smtpConnections } from './mail/smtp.ts';
import { runMaintenance, scheduleMaintenance } from './maintenance.ts';
import { createWorkerMetrics } from './metrics.ts';
import { exitWhenStuck, startHealth } from './ops.ts';

const finishTimeout = 5_500;
const closeTimeout = 1_000;
const maxPause = 60_000;

export type WorkerContext = ReturnType<typeof createContext>;

/** Opens all connections, also while Redis and MongoDB are not available yet. */
function createContext(config: WorkerConfig, logger: Logger) {
  const redis = connectRedis(config.REDIS_URL);
  logOutages(redis, logger);
  const queues = openQueues(redis, config.QUEUE_PREFIX);
  return {
    config,
    logger,
    redis,
    queues,
    database: openMongodb(config.MONGODB_URI, { logger }),
    mailer: createMailer(config.mail, trackChannel(redis, config.QUEUE_PREFIX, 'mail'), logger),
    metrics: createWorkerMetrics(queues),
  };
}

/** Creates a worker; it takes no jobs before `start`. */
export function createWorker(config: WorkerConfig, logger: Logger) {
  const context = createContext(config, logger);
  const { database, mailer, metrics, queues, redis } = context;
  let isClosing = false;
  const stops: (() => unknown)[] = [];
  let consumers: Consumer[] = [];

  return {
    /** Waits for MongoDB. Resolves when the worker takes jobs, or when `close` is called. */
    start: async () => {
      const health = await startHealth(context, () => consumers.length > 0);
      const metricsServer = await serveMetrics(metrics, config.metrics, logger);
      const mail = config.mail.smtpUrl ? mailServerOf(config.mail.smtpUrl) : 'outbox';
      // Starts before MongoDB is reached: otherwise the worker would be reported as down too.
      const identity = { prefix: config.QUEUE_PREFIX, service: 'worker', mail } as const;
      const heartbeat = startHeartbeat(redis, identity);
      stops.push(
        () => health?.stop(),
        () => metricsServer?.stop(),
        heartbeat.stop,
      );
      try {
        await database.connected;
      } catch (error) {
        if (isClosing) return;
        throw error;
      }
      // Enquiries that waited for MongoDB are stored at once; the last attempt can be minutes ago.
      const storeNow = () => void queues.submissions.promoteJobs().catch(() => undefined);
      database.onReconnect(storeNow);
      storeNow();
      consumers = [
        startConsumer(context, queues.submissions, {
          concurrency: config.WORKER_CONCURRENCY,
          process: createStoreProcessor(context),
        }),
        startConsumer(context, queues.notifications, {
          // One more than the connections: one email is loaded or recorded beside them.
          concurrency: smtpConnections + 1,
          process: (job) => notify(context, job),
        }),
        startConsumer(context, queues.maintenance, {
          concurrency: 1,
          process: (job) => runMaintenance(context, job),
        }),
      ];
      exitWhenStuck(context, consumers);
      // Checked again and again, because Redis can lose it.
      const pause = Math.min(config.sweep.every, maxPause);
      const schedule = refreshEvery(pause, () => scheduleMaintenance(context));
      void schedule.refresh();
      stops.push(schedule.stop);
      logger.info({ concurrency: config.WORKER_CONCURRENCY }, 'worker started');
    },
    /** Stops taking jobs, waits for running ones and closes all connections, within 9 seconds. */
    close: async () => {
      isClosing = true;
      await Promise.all(consumers.map((consumer) => consumer.close(finishTimeout)));
      await Promise.all(stops.map((stop) => stop()));
      mailer.close();
      const closings = [...Object.values(queues).map((queue) => queue.close()), redis.quit()];
      await withTimeout(closeTimeout, Promise.all(closings)).catch(() => undefined);
      redis.disconnect();
      await database.close();
    },
  };
}
