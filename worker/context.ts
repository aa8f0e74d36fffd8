import { notificationJob } from '../contract/jobs.ts';
import { notificationKinds, type NotificationKind } from '../contract/notifications.ts';
import { trackCanaries } from '../platform/canary-proof.ts';
import { batch } from '../platform/batch.ts';
import { trackChannel } from '../platform/channel-state.ts';
import type { Logger } from '../platform/logger.ts';
import { openQueues, type Queues } from '../platform/queues.ts';
import type { Outage } from '../platform/outage.ts';
import { createRedis, logOutages, type RedisClient } from '../platform/redis.ts';
import { connect, type Database } from '../storage/connection.ts';
import { createClock, type Clock, type ClockName } from './clock.ts';
import { createAcknowledgementLimit, type CountAcknowledgement } from './acknowledgement-limit.ts';
import type { WorkerConfig } from './config.ts';
import { openChannels, type Channels } from './notifications.ts';
import { createWorkerMetrics, type WorkerMetrics } from './metrics.ts';

/**
 * Queues notifications of a submission, by default all kinds. Job ids are fixed, so one that is
 * already queued is left unchanged.
 */
type EnqueueNotifications = (
  submissionId: string,
  kinds?: readonly NotificationKind[],
) => Promise<void>;

/** Dependencies of the jobs. */
export interface WorkerContext {
  canaries: ReturnType<typeof trackCanaries>;
  clock: Clock;
  countAcknowledgement: CountAcknowledgement;
  config: WorkerConfig;
  logger: Logger;
  database: Database;
  redis: RedisClient;
  redisOutage: Outage;
  queues: Queues;
  enqueueNotifications: EnqueueNotifications;
  channels: Channels;
  /** The state of the mail channel, for the doctor. */
  mail: ReturnType<typeof trackChannel>;
  metrics: WorkerMetrics;
}

/** Opens all connections. Works even if Redis and MongoDB are not available yet. */
export function createContext(config: WorkerConfig, logger: Logger): WorkerContext {
  const redis = createRedis(config.redisUrl, 'background');
  const redisOutage = logOutages(redis, logger);
  const queues = openQueues(redis, config.queuePrefix, {
    onError: (error, queue) => redisOutage.failed(error, { queue }),
  });
  const database = connect(config.mongodbUri, { logger });
  const metrics = createWorkerMetrics();
  const canaries = trackCanaries(redis, config.queuePrefix);
  const mail = trackChannel(redis, config.queuePrefix, 'mail');
  const clock = createClock({ redis, database }, (clock, by) =>
    reportWrongClock({ logger, metrics }, clock, by),
  );
  return {
    canaries,
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
    mail,
    metrics,
  };
}

/** Logs and counts a clock that is wrong by the given milliseconds. */
export function reportWrongClock(
  { logger, metrics }: Pick<WorkerContext, 'logger' | 'metrics'>,
  clock: ClockName,
  by: number,
  about: { submissionId?: string } = {},
): void {
  metrics.clockWrong(clock);
  logger.error({ clock, seconds: Math.round(by / 1_000), ...about }, 'clock is wrong');
}

/** Adds the notifications of one turn of the event loop in one round trip. */
function notificationEnqueuer(notifications: Queues['notifications']): EnqueueNotifications {
  const add = batch((jobs: ReturnType<typeof notificationJob>[]) => notifications.addBulk(jobs));
  return async (submissionId, kinds = notificationKinds) => {
    await Promise.all(kinds.map((kind) => add(notificationJob(submissionId, kind))));
  };
}
