import { setTimeout as sleep } from 'node:timers/promises';

import { sendNotificationJob } from '../contract/jobs.ts';
import { serveMetrics } from '../packages/server/metrics.ts';
import { startHeartbeat, withTimeout } from '../packages/server/process.ts';
import { mailServerOf } from '../platform/mailbox.ts';
import { createIndexes, submissionIndexes } from '../storage/mongodb.ts';
import { startConsumer, type Consumer } from './consumer.ts';
import type { WorkerContext } from './context.ts';
import { notify } from './jobs/notify.ts';
import { createStoreProcessor } from './jobs/store.ts';
import { smtpConnections } from './mail/smtp.ts';
import { runMaintenance, scheduleMaintenance } from './maintenance.ts';
import { exitWhenStuck, startHealth } from './ops.ts';

const finishTimeout = 5_500;
const closeTimeout = 1_000;
const maxPause = 60_000;
const lockDuration = 10_000;

/** Creates a worker; nothing runs before `start`. */
export function createWorker(context: WorkerContext) {
  const { config, database, logger, mailer, metrics, queues, redis } = context;
  const closing = new AbortController();
  const stops: (() => unknown)[] = [];
  let consumers: Consumer[] = [];

  return {
    /** Waits for MongoDB. Resolves when the worker takes jobs, or when `close` is called. */
    start: async () => {
      const health = await startHealth(context, () => consumers.length > 0);
      const metricsServer = await serveMetrics(metrics, config.metrics, logger);
      const mail = config.mail.smtpUrl ? mailServerOf(config.mail.smtpUrl) : 'outbox';
      const about = { prefix: config.QUEUE_PREFIX, service: 'worker', mail } as const;
      // Starts before MongoDB is reached: otherwise the worker would be reported as down too.
      const heartbeat = startHeartbeat(redis, about);
      stops.push(
        () => health?.stop(),
        () => metricsServer?.stop(),
        heartbeat.stop,
      );
      try {
        await database.connected;
      } catch (error) {
        if (closing.signal.aborted) return;
        throw error;
      }
      // Not awaited: creating indexes can take minutes, and enquiries are stored without them.
      createIndexes(database, logger, closing.signal, submissionIndexes).catch(() => undefined);
      database.onReconnect(() => void retryNow(context));
      consumers = [
        startConsumer(context, {
          queue: queues.submissions.name,
          concurrency: config.WORKER_CONCURRENCY,
          lockDuration,
          process: createStoreProcessor(context),
        }),
        startConsumer(context, {
          queue: queues.notifications.name,
          // One more than the connections: one email is loaded or recorded beside them.
          concurrency: smtpConnections + 1,
          lockDuration,
          process: (job) => notify(context, job),
        }),
        startConsumer(context, {
          queue: queues.maintenance.name,
          concurrency: 1,
          lockDuration,
          process: (job) => runMaintenance(context, job),
        }),
      ];
      stops.push(exitWhenStuck(context, consumers));
      keepSchedule(context, closing.signal).catch(() => undefined);
      logger.info({ concurrency: config.WORKER_CONCURRENCY }, 'worker started');
    },
    /** Stops taking jobs, waits for running ones and closes all connections, within 9 seconds. */
    close: async () => {
      closing.abort();
      await Promise.all(consumers.map((consumer) => consumer.close(finishTimeout)));
      await Promise.all(stops.map((stop) => stop()));
      mailer.close();
      const ends = [...Object.values(queues).map((queue) => queue.close()), redis.quit()];
      await withTimeout(closeTimeout, Promise.all(ends)).catch(() => undefined);
      redis.disconnect();
      await database.close();
    },
  };
}

/** Checks the schedule every minute, because Redis can lose it. */
async function keepSchedule(context: WorkerContext, signal: AbortSignal): Promise<void> {
  for (;;) {
    await scheduleMaintenance(context).catch((error: unknown) => {
      context.logger.warn({ err: error }, 'maintenance could not be scheduled');
    });
    await sleep(Math.min(context.config.sweep.every, maxPause), undefined, { signal });
  }
}

/** Retries what failed during an outage of MongoDB, but not replies that staff can still undo. */
async function retryNow({ logger, queues }: WorkerContext): Promise<void> {
  try {
    await queues.submissions.promoteJobs();
    const delayed = await queues.notifications.getDelayed();
    const failed = delayed.filter(
      ({ name, attemptsMade }) => name === sendNotificationJob.name && attemptsMade > 0,
    );
    // A job that has become due in the meantime cannot be promoted.
    for (const job of failed) await job.promote().catch(() => undefined);
  } catch (error) {
    logger.warn({ err: error }, 'delayed jobs could not be promoted');
  }
}
