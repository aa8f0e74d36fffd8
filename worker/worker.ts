import { setTimeout as sleep } from 'node:timers/promises';

import {
  promotionLimit,
  sendCanaryJob,
  sendDigestJob,
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
  type JobDefinition,
} from '../contract/jobs.ts';
import { startHeartbeat } from '../platform/heartbeat.ts';
import { startHealthServer, type OpsServer } from '../platform/ops-servers.ts';
import { mailServerOf } from '../platform/mailbox.ts';
import { closeQueues } from '../platform/queues.ts';
import { confirmWrite } from '../platform/redis.ts';
import { createIndexes } from '../storage/connection.ts';
import { describeRefusal } from '../storage/refusal.ts';
import { applyRetention } from './apply-retention.ts';
import { startConsumer, type Consumer } from './consumer.ts';
import type { WorkerContext } from './context.ts';
import { serveMetrics } from './metrics.ts';
import { sendCanary } from './jobs/send-canary.ts';
import { queueDigest, sendDigest } from './jobs/send-digest.ts';
import { sendNotification } from './jobs/send-notification.ts';
import { storeSubmission } from './jobs/store-submission.ts';
import { sweepNotifications } from './jobs/sweep-notifications.ts';
import { longestSend, smtpConnections } from './mail/smtp-mailer.ts';

const jobs = [
  [storeSubmissionJob, storeSubmission],
  [sendNotificationJob, sendNotification],
  [sweepNotificationsJob, sweepNotifications],
  [sendCanaryJob, sendCanary],
  [sendDigestJob, sendDigest],
] as const;

export interface RunningWorker {
  /** Resolves when jobs are taken, which is as soon as MongoDB has been reached. */
  start: () => Promise<void>;
  /** Takes no more jobs, ends the running ones and closes all connections, within 9 seconds. */
  close: () => Promise<void>;
}

const finishWithin = 5_500;

// One is read or marked while the others are sent. More would only wait, and keep enquiries from
// being stored meanwhile.
const mailsAtOnce = smtpConnections + 1;

/** Puts the worker together; nothing runs before `start`. */
export function createWorker(context: WorkerContext): RunningWorker {
  const { config, logger, database, redis, queues, channels } = context;
  const closing = new AbortController();
  let health: OpsServer | undefined;
  let metrics: OpsServer | undefined;
  let consumers: Consumer[] = [];
  let heartbeat: ReturnType<typeof startHeartbeat> | undefined;

  return {
    async start() {
      if (config.port > 0) health = await startHealth(context);
      if (config.metrics.port > 0) metrics = await serveMetrics(context);
      const mail = config.mail.smtpUrl ? mailServerOf(config.mail.smtpUrl) : 'outbox';
      // It lives while it waits for MongoDB, which is what is to be repaired then.
      heartbeat = startHeartbeat(redis, { prefix: config.queuePrefix, service: 'worker', mail });
      try {
        await database.connected;
      } catch (error) {
        if (closing.signal.aborted) return;
        throw error;
      }
      createIndexes(database, logger, closing.signal)
        .then(() => applyRetention(context, closing.signal))
        .catch(() => undefined);
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
      const ending = consumers.map((consumer) => consumer.close(finishWithin));
      await Promise.all([...ending, heartbeat?.stop()]);
      for (const channel of Object.values(channels)) channel.close();
      await Promise.all([health?.close(), metrics?.close()]);
      await Promise.all([closeQueues(queues, redis), database.close()]);
    },
  };
}

function startHealth({ config, logger, database, redis }: WorkerContext): Promise<OpsServer> {
  return startHealthServer({
    host: config.host,
    port: config.port,
    logger,
    checks: [
      {
        name: 'Redis',
        failure: 'takes no writes',
        check: () => confirmWrite(redis, config.queuePrefix),
      },
      {
        name: 'MongoDB',
        failure: 'does not answer',
        check: () => database.ping(),
        explain: describeRefusal,
      },
    ],
  });
}

const longestPause = 60_000;

/**
 * Keeps one schedule of each recurring job in Redis, whatever the number of workers, until the
 * signal stops it. Looks again after a while, in case Redis has lost it, or a clock that was wrong
 * has put it off.
 */
export function keepSchedules(context: WorkerContext, closing: AbortSignal): void {
  const { config, logger } = context;
  async function run(): Promise<void> {
    while (!closing.aborted) {
      try {
        await schedule(context, sweepNotificationsJob, config.sweep.every);
        await schedule(context, sendCanaryJob, config.canary.every);
        await queueDigest(context);
      } catch (error) {
        logger.warn({ err: error }, 'recurring jobs could not be scheduled');
      }
      const pause = Math.min(config.sweep.every, longestPause);
      await sleep(pause, undefined, { signal: closing });
    }
  }
  // Only the signal ends it.
  run().catch(() => undefined);
}

/** Has a job done every so many milliseconds; never, if that is 0. */
async function schedule(
  { queues: { maintenance } }: WorkerContext,
  { name, policy }: JobDefinition,
  every: number,
): Promise<void> {
  const existing = await maintenance.getJobScheduler(name);
  if (every === 0) {
    if (existing) await maintenance.removeJobScheduler(name);
    return;
  }
  // A clock that was ahead when a job was last done has put the next one off by as much.
  const isSoon = (existing?.next ?? 0) <= Date.now() + 2 * every;
  if (existing?.every === every && isSoon) return;
  // What is only changed keeps its next time.
  if (!isSoon) await maintenance.removeJobScheduler(name);
  await maintenance.upsertJobScheduler(name, { every }, { name, data: {}, opts: policy });
}

/**
 * Lets jobs that failed while MongoDB was away run now, not when their delay is over; no more often
 * than they have attempts for, whatever the number of workers.
 */
export async function promoteDelayedJobs(context: WorkerContext): Promise<void> {
  const { queues, logger } = context;
  try {
    if (!(await mayPromote(context))) return;
    await queues.submissions.promoteJobs();
    await queues.notifications.promoteJobs();
  } catch (error) {
    logger.warn({ err: error }, 'delayed jobs could not be promoted');
  }
}

async function mayPromote({ redis, config }: WorkerContext): Promise<boolean> {
  const key = `${config.queuePrefix}:promotions`;
  // Together, so that no count is left without an end.
  const answers = await redis
    .multi()
    .set(key, 0, 'PX', promotionLimit.within, 'NX')
    .incr(key)
    .exec();
  return Number(answers?.[1]?.[1]) <= promotionLimit.times;
}
