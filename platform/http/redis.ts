import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '../logger.ts';
import { createRedis, type RedisClient } from '../redis.ts';
import { TimeoutError, withTimeout } from '../timeout.ts';

const longest = 1_500;
/** Milliseconds that a start waits for Redis, so that the first visitor meets no 503 in vain. */
const firstConnection = 2_000;

/** A connection that fails fast, reconnects by itself, and logs its loss and its return. */
export function connectRedis(url: string, logger: Logger): RedisClient {
  const redis = createRedis(url, 'interactive');
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

/** Resolves when every connection is there, or after two seconds without. */
export async function waitUntilConnected(...connections: RedisClient[]): Promise<void> {
  const ready = connections.map((redis) => once(redis, 'ready').catch(() => undefined));
  await Promise.race([Promise.all(ready), sleep(firstConnection)]);
}

/**
 * Settles as the work does, or after 1.5 seconds or the given milliseconds, because somebody waits
 * for it: a cluster tries a command that failed again, and each try may take 1.5 seconds.
 *
 * @throws TimeoutError when the time is over.
 */
export function withRedisTimeout<Result>(
  work: Promise<Result>,
  timeout = longest,
): Promise<Result> {
  return withTimeout(timeout, work);
}

/**
 * Why Redis did not do what it was asked, in a word or two that hold nothing of what it was asked:
 * the code of its answer, such as `OOM`, or what happened to the connection.
 */
export function redisReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof TimeoutError || error.message === 'Command timed out') return 'timed out';
  if (error.name === 'NotReplicatedError') return 'not replicated';
  if (error.name === 'ReplyError') return /^[A-Z]+/.exec(error.message)?.[0] ?? 'refused';
  return 'not connected';
}
