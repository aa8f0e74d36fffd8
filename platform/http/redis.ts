import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '../logger.ts';
import { createRedis, logOutages, type RedisClient } from '../redis.ts';
import { withTimeout } from '../timeout.ts';

/**
 * The default timeout in milliseconds. Rate limits take at most 500 ms more, so while Redis is down
 * an enquiry is refused within 2 s.
 */
const defaultTimeout = 1_250;
/** Milliseconds to wait for Redis at start-up, to spare the first visitor a needless 503. */
const connectTimeout = 2_000;

/**
 * Connects to Redis. While Redis is down, commands fail fast and the connection is retried. Logs
 * outages and recoveries. A second connection needs no logger, because it has the same outages.
 */
export function connectRedis(url: string, logger?: Logger): RedisClient {
  const redis = createRedis(url, 'interactive');
  if (logger) logOutages(redis, logger);
  return redis;
}

/** Resolves when all connections are ready, or after two seconds. */
export async function waitUntilConnected(...connections: RedisClient[]): Promise<void> {
  const ready = connections.map((redis) => once(redis, 'ready').catch(() => undefined));
  await Promise.race([Promise.all(ready), sleep(connectTimeout)]);
}

/**
 * Limits work on Redis to 1.25 seconds or the given milliseconds, because a client is waiting.
 *
 * @throws TimeoutError after the timeout.
 */
export function withRedisTimeout<Result>(
  work: Promise<Result>,
  timeout = defaultTimeout,
): Promise<Result> {
  return withTimeout(timeout, work);
}
