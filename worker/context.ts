import { notificationJob } from '../contract/jobs.ts';
import { automaticKinds, type NotificationKind } from '../contract/notifications.ts';
import { batch } from '../platform/batch.ts';
import { trackChannel } from '../platform/channel-state.ts';
import { trackLateEnquiries } from '../platform/late-enquiries.ts';
import type { Logger } from '../platform/logger.ts';
import { openQueues, type Queues } from '../platform/queues.ts';
import { createRedis, logOutages } from '../platform/redis.ts';
import { connect } from '../storage/connection.ts';
import { createClock, type ClockName } from './clock.ts';
import { createAcknowledgementLimit } from './acknowledgement-limit.ts';
import type { WorkerConfig } from './config.ts';
import { openChannels } from './notifications.ts';
import { createWorkerMetrics, type WorkerMetrics } from './metrics.ts';

/** Dependencies of the jobs. */
export type WorkerContext = ReturnType<typeof createContext>;

/** Opens all connections. Works even if Redis and MongoDB are not available yet. */
export function createContext(config: WorkerConfig, logger: Logger) {
  const redis = createRedis(config.redisUrl, 'background');
  const redisOutage = logOutages(redis, logger);
  const queues = openQueues(redis, config.queuePrefix, {
    onError: (error, queue) => redisOutage.failed(error, { queue }),
  });
  const database = connect(config.mongodbUri, { logger });
  const metrics = createWorkerMetrics();
  const mail = trackChannel(redis, config.queuePrefix, 'mail');
  const clock = createClock({ redis, database }, (clock, by) =>
    reportWrongClock({ logger, metrics }, clock, by),
  );
  return {
    clock,
    countAcknowledgement: createAcknowledgementLimit(
      redis,
      config.queuePrefix,
      clock,
      config.acknowledgements,
    ),
    config,
    logger,
    database,
    redis,
    redisOutage,
    queues,
    enqueueNotifications: notificationEnqueuer(queues.notifications),
    channels: openChannels(config, logger, { mail }),
    lateEnquiries: trackLateEnquiries(redis, config.queuePrefix),
    /** The state of the mail channel, for the doctor. */
    mail,
    metrics,
  };
}

/** Logs and counts a clock that is wrong by the given milliseconds. */
export function reportWrongClock(
  { logger, metrics }: { logger: Logger; metrics: WorkerMetrics },
  clock: ClockName,
  by: number,
  about: { submissionId?: string } = {},
): void {
  metrics.clockWrong(clock);
  logger.error({ clock, seconds: Math.round(by / 1_000), ...about }, 'clock is wrong');
}

/** Creates a function that queues notifications, batching calls in one turn of the event loop. */
function notificationEnqueuer(notifications: Queues['notifications']) {
  const add = batch((jobs: ReturnType<typeof notificationJob>[]) => notifications.addBulk(jobs));
  /** Queues the automatic kinds by default. Does nothing for a kind whose job already exists. */
  return async (
    submissionId: string,
    { kinds = automaticKinds }: { kinds?: readonly NotificationKind[] } = {},
  ): Promise<void> => {
    await Promise.all(kinds.map((kind) => add(notificationJob(submissionId, kind))));
  };
}
