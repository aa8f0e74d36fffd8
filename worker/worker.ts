import { setTimeout as sleep } from 'node:timers/promises';

import {
  promotionLimit,
  retiredCanaryJob,
  sendDigestJob,
  notifyOwnerJob,
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
  type JobDefinition,
} from '../contract/jobs.ts';
import { startHeartbeat } from '../platform/heartbeat.ts';
import { startHealthServer, type OpsServer } from '../platform/ops-servers.ts';
import { mailServerOf } from '../platform/mailbox.ts';
import { closeQueues } from '../platform/queues.ts';
import { reasonOf } from '../platform/reason.ts';
import { confirmWrite } from '../platform/redis.ts';
import { copyBlockList } from '../storage/block-list.ts';
import { createIndexes } from '../storage/connection.ts';
import { markStores } from '../storage/installation.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import { describeRefusal } from '../storage/refusal.ts';
import { applyRetention } from './apply-retention.ts';
import { startConsumer, type Consumer } from './consumer.ts';
import type { WorkerContext } from './context.ts';
import { serveMetrics } from './metrics.ts';
import { notifyOwner, queueAssignments } from './jobs/notify-owner.ts';
import { queueDigest, sendDigest } from './jobs/send-digest.ts';
import { sendNotification } from './jobs/send-notification.ts';
import { storeSubmission } from './jobs/store-submission.ts';
import { sweepNotifications } from './jobs/sweep-notifications.ts';
import { longestSend, smtpConnections } from './mail/smtp-mailer.ts';

const jobs = [
  [storeSubmissionJob, storeSubmission],
  [sendNotificationJob, sendNotification],
  [sweepNotificationsJob, sweepNotifications],
  [sendDigestJob, sendDigest],
  [notifyOwnerJob, notifyOwner],
] as const;

const finishTimeout = 5_500;

// One more than the connections: one email is loaded or marked while the others are sent. More
// concurrent jobs would only wait for a connection and slow down storing.
const mailConcurrency = smtpConnections + 1;

/** Creates a worker; nothing runs before `start`. */
export function createWorker(context: WorkerContext) {
  const { config, logger, database, redis, queues, channels } = context;
  const closing = new AbortController();
  let health: OpsServer | undefined;
  let metrics: OpsServer | undefined;
  let consumers: Consumer[] = [];
  let heartbeat: ReturnType<typeof startHeartbeat> | undefined;

  return {
    /** Waits for MongoDB. Resolves when the worker takes jobs, or when `close` is called. */
    start: async () => {
      if (config.port > 0) health = await startHealth(context, () => consumers.length > 0);
      if (config.metrics.port > 0) metrics = await serveMetrics(context);
      const mail = config.mail.smtpUrl ? mailServerOf(config.mail.smtpUrl) : 'outbox';
      // Starts before MongoDB is reached: otherwise the worker would be reported as down too.
      heartbeat = startHeartbeat(redis, { prefix: config.queuePrefix, service: 'worker', mail });
      try {
        await database.connected;
        await migrate(database, { logger, signal: closing.signal });
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
        startConsumer(context, queues.notifications, jobs, mailConcurrency, longestSend),
        startConsumer(context, queues.maintenance, jobs, 1, longestSend),
      ];
      logger.info({ concurrency: config.concurrency }, 'worker started');
    },
    /** Stops taking jobs, waits for running ones and closes all connections, within 9 seconds. */
    close: async () => {
      closing.abort();
      const ending = consumers.map((consumer) => consumer.close(finishTimeout));
      await Promise.all([...ending, heartbeat?.stop()]);
      for (const channel of Object.values(channels)) channel.close();
      await Promise.all([health?.close(), metrics?.close()]);
      await Promise.all([closeQueues(queues, redis), database.close()]);
    },
  };
}

function startHealth(
  { config, logger, database, redis }: WorkerContext,
  takesJobs: () => boolean,
): Promise<OpsServer> {
  return startHealthServer({
    host: config.host,
    port: config.port,
    logger,
    checks: [
      {
        name: 'Redis',
        failure: 'is not accepting writes',
        check: () => confirmWrite(redis, config.queuePrefix),
      },
      {
        name: 'MongoDB',
        failure: 'does not answer',
        check: () => database.ping(),
        explain: describeRefusal,
      },
      {
        name: 'The worker',
        failure: 'is not taking jobs yet',
        check: () => (takesJobs() ? Promise.resolve() : Promise.reject(new Error('starting'))),
      },
    ],
  });
}

const maxPause = 60_000;

/**
 * Keeps one schedule per recurring job in Redis, shared by all workers, until the signal stops it.
 * Checks repeatedly, because Redis can lose a schedule and a wrong clock can delay it. Each check
 * also detects lost data in Redis, and queues the digest and assignment emails that are due.
 */
export function keepSchedules(context: WorkerContext, closing: AbortSignal): void {
  const { config, logger } = context;
  async function run(): Promise<void> {
    while (!closing.aborted) {
      try {
        await checkStores(context);
        await schedule(context, sweepNotificationsJob, config.sweep.every);
        await removeCanaries(context);
        await queueDigest(context);
        await queueAssignments(context);
      } catch (error) {
        logger.warn({ err: error }, 'recurring jobs could not be scheduled');
      }
      const pause = Math.min(config.sweep.every, maxPause);
      await sleep(pause, undefined, { signal: closing });
    }
  }
  // Rejects only when the signal aborts it.
  run().catch(() => undefined);
}

/**
 * Logs if Redis has lost data, and copies the block list to Redis. Does nothing while a store is
 * down.
 */
async function checkStores({ config, database, logger, redis }: WorkerContext): Promise<void> {
  try {
    const isLost = await markStores(database, redis, config.queuePrefix);
    if (isLost) logger.error('redis has lost data');
    await copyBlockList(database, redis, config.queuePrefix);
  } catch (error) {
    if (reasonOf(error) === undefined) logger.warn({ err: error }, 'stores could not be compared');
  }
}

/** Deletes what 0.1.0 kept about its test enquiries. Workers of 0.1.0 may add more meanwhile. */
async function removeCanaries({ database, queues }: WorkerContext): Promise<void> {
  await queues.maintenance.removeJobScheduler(retiredCanaryJob);
  await database.submissions.deleteMany({ canary: true }).exec();
}

/** Schedules a job at an interval in milliseconds. */
async function schedule(
  { queues: { maintenance } }: WorkerContext,
  { name, policy }: JobDefinition,
  every: number,
): Promise<void> {
  const existing = await maintenance.getJobScheduler(name);
  // If the clock was ahead at the last run, the next run is scheduled too late.
  const isSoon = (existing?.next ?? 0) <= Date.now() + 2 * every;
  if (existing?.every === every && isSoon) return;
  // Updating a schedule does not change its next run.
  if (!isSoon) await maintenance.removeJobScheduler(name);
  await maintenance.upsertJobScheduler(name, { every }, { name, data: {}, opts: policy });
}

/**
 * Retries delayed submissions and notifications right after a MongoDB outage, because most of them
 * failed during it. All workers share one limit, because each promotion uses up an attempt.
 */
export async function promoteDelayedJobs(context: WorkerContext): Promise<void> {
  const { queues, logger } = context;
  try {
    if (!(await mayPromote(context))) return;
    await queues.submissions.promoteJobs();
    await promoteAttempted(queues.notifications);
  } catch (error) {
    logger.warn({ err: error }, 'delayed jobs could not be promoted');
  }
}

/** Leaves out replies that staff can still undo, which have not been attempted. */
async function promoteAttempted(queue: WorkerContext['queues']['notifications']): Promise<void> {
  const jobs = await queue.getDelayed();
  const attempted = jobs.filter(({ attemptsStarted }) => attemptsStarted > 0);
  // A job that has become due in the meantime cannot be promoted.
  for (const job of attempted) await job.promote().catch(() => undefined);
}

async function mayPromote({ redis, config }: WorkerContext): Promise<boolean> {
  const key = `${config.queuePrefix}:promotions`;
  // In one transaction, so that the counter always expires.
  const answers = await redis
    .multi()
    .set(key, 0, 'PX', promotionLimit.within, 'NX')
    .incr(key)
    .exec();
  return Number(answers?.[1]?.[1]) <= promotionLimit.times;
}
