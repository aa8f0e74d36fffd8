import type { Logger } from '../platform/logger.ts';
import { createRedis, type RedisClient, type RedisLimits } from '../platform/redis.ts';
import { TimeLimitError, withTimeLimit } from '../platform/time-limit.ts';

const patience = 1_500;

/** A connection that fails fast, mends itself, and logs when it is lost and when it is back. */
export function connectRedis(url: string, logger: Logger, limits: RedisLimits = {}): RedisClient {
  const redis = createRedis(url, 'impatient', limits);
  let lost = false;
  redis.on('error', (error) => {
    // One line for an outage, not one for each of its thousand attempts to reconnect.
    if (!lost) logger.error({ err: error }, 'redis lost');
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) logger.info('redis back');
    lost = false;
  });
  return redis;
}

/**
 * Settles as the work does, or after the 1.5 seconds that somebody who is waiting is kept: in a
 * cluster a command that failed is tried anew, and with it the time that it may take.
 *
 * @throws TimeLimitError when the time is over.
 */
export function promptly<Result>(work: Promise<Result>): Promise<Result> {
  return withTimeLimit(patience, work);
}

/**
 * Why Redis did not do what it was asked, in a word or two that hold nothing of what it was asked:
 * the code of its answer, such as `OOM`, or what happened to the connection.
 */
export function redisReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof TimeLimitError || error.message === 'Command timed out') return 'timed out';
  if (error.name === 'NotReplicatedError') return 'not replicated';
  if (error.name === 'ReplyError') return /^[A-Z]+/.exec(error.message)?.[0] ?? 'refused';
  return 'not connected';
}
