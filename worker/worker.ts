import {
  sendCanaryJob,
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
} from '../contract/jobs.ts';
import { startHealthServer, type HealthServer } from '../platform/health-server.ts';
import type { MetricsServer } from '../platform/metrics-server.ts';
import { createIndexes } from '../storage/create-indexes.ts';
import { startConsumer, type Consumer } from './consumer.ts';
import type { WorkerContext } from './context.ts';
import { sendCanary } from './jobs/send-canary.ts';
import { sendNotification } from './jobs/send-notification.ts';
import { storeSubmission } from './jobs/store-submission.ts';
import { sweepNotifications } from './jobs/sweep-notifications.ts';
import { longestSend, smtpConnections } from './mail/smtp-mailer.ts';
import { closeQueues } from './queues.ts';
import { promoteDelayedJobs } from './promote-delayed-jobs.ts';
import { keepSchedules } from './keep-schedules.ts';
import { serveMetrics } from './serve-metrics.ts';

const jobs = [
  [storeSubmissionJob, storeSubmission],
  [sendNotificationJob, sendNotification],
  [sweepNotificationsJob, sweepNotifications],
  [sendCanaryJob, sendCanary],
] as const;

export interface RunningWorker {
  /** Resolves when jobs are taken, which is as soon as MongoDB has been reached. */
  start(): Promise<void>;
  /** Takes no more jobs, ends the running ones and closes all connections, within 9 seconds. */
  close(): Promise<void>;
}

const finishWithin = 5_500;

// One is read or marked while the others are sent. More would only wait, and keep enquiries from
// being stored meanwhile.
const mailsAtOnce = smtpConnections + 1;

/** Puts the worker together; nothing runs before `start`. */
export function createWorker(context: WorkerContext): RunningWorker {
  const { config, logger, database, redis, queues, mailer } = context;
  const closing = new AbortController();
  let health: HealthServer | undefined;
  let metrics: MetricsServer | undefined;
  let consumers: Consumer[] = [];

  return {
    async start() {
      if (config.port > 0) health = await startHealth(context);
      if (config.metrics.port > 0) metrics = await serveMetrics(context);
      try {
        await database.connected;
      } catch (error) {
        if (closing.signal.aborted) return;
        throw error;
      }
      createIndexes(database, logger, closing.signal).catch(() => undefined);
      database.onReconnect(() => void promoteDelayedJobs(context));
      keepSchedules(context, closing.signal);
      consumers = [
        startConsumer(context, queues.submissions, jobs, config.concurrency),
        startConsumer(context, queues.notifications, jobs, mailsAtOnce, longestSend),
        startConsumer(context, queues.maintenance, jobs, 1),
      ];
      logger.info({ concurrency: config.concurrency }, 'worker started');
    },
    async close() {
      closing.abort();
      await Promise.all(consumers.map((consumer) => consumer.close(finishWithin)));
      mailer.close();
      const servers = [health, metrics];
      await Promise.all(servers.map((server) => server?.close()));
      await Promise.all([closeQueues(queues, redis), database.close()]);
    },
  };
}

function startHealth({ config, logger, database, queues }: WorkerContext): Promise<HealthServer> {
  return startHealthServer({
    host: config.host,
    port: config.port,
    logger,
    checks: [
      { name: 'Redis', check: () => queues.submissions.getJobCounts('waiting') },
      { name: 'MongoDB', check: () => database.ping() },
    ],
  });
}
