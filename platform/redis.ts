import type { RedisOptions } from 'bullmq';
import { Redis } from 'ioredis';

import type { Logger } from './logger.ts';
import { createOutage, type Outage } from './outage.ts';

export type RedisClient = Redis;

/**
 * `interactive` is for processes that answer requests: commands fail after 1.5 s, or immediately
 * while disconnected, so that the visitor can try again. `background` is for workers: commands wait
 * until Redis is back.
 */
type ConnectionKind = 'interactive' | 'background';

const maxReconnectDelay = 1_000;

/** Milliseconds to wait before an attempt to reconnect; at most a second. */
export function reconnectDelay(attempt: number): number {
  return Math.min(attempt * 100, maxReconnectDelay);
}

/**
 * Connects to Redis. Reconnects automatically, but does not renew subscriptions. The caller has to
 * disconnect.
 */
export function createRedis(
  url: string,
  kind: ConnectionKind,
  own: Pick<RedisOptions, 'maxRetriesPerRequest'> = {},
): RedisClient {
  const redis = new Redis({
    ...locate(url),
    ...timeouts[kind],
    reconnectOnError,
    // If resubscribing failed, ioredis would not handle the error, and the process would end.
    autoResubscribe: false,
    enableOfflineQueue: kind === 'background',
    retryStrategy: reconnectDelay,
    ...own,
  });
  return silence(redis);
}

/**
 * Adds an error listener to the connection and to the duplicates that BullMQ creates, because
 * ioredis prints unhandled errors. The code that uses the connection reports outages.
 */
function silence(redis: Redis): Redis {
  const duplicate = redis.duplicate.bind(redis) as (...given: unknown[]) => Redis;
  Object.assign(redis, {
    duplicate: (...given: unknown[]) => silence(duplicate(...given)),
  });
  redis.on('error', () => undefined);
  // ioredis adds a listener for every command that a server refuses because it has become a
  // replica, and Node.js would warn about so many of them.
  redis.on('connect', () => redis.stream.setMaxListeners(0));
  return redis;
}

export function logOutages(redis: RedisClient, logger: Logger): Outage {
  const outage = createOutage({
    began: (fields) => logger.error(fields, 'redis connection lost'),
    continues: (fields) => logger.warn(fields, 'redis still not available'),
    ended: (fields) => logger.info(fields, 'redis connection restored'),
  });
  redis.on('error', (error) => outage.failed(error));
  redis.on('ready', () => outage.over());
  return outage;
}

const timeouts = {
  // `socketTimeout` exceeds any blocking command, because ioredis sends a timed-out command again.
  background: { maxRetriesPerRequest: null, keepAlive: 10_000, socketTimeout: 20_000 },
  interactive: {
    maxRetriesPerRequest: 1,
    connectTimeout: 1_500,
    commandTimeout: 1_500,
    // Replaces a dead connection after three seconds instead of minutes.
    socketTimeout: 3_000,
  },
} as const satisfies Record<ConnectionKind, RedisOptions>;

/**
 * Whether Redis refused a command because it is a replica or still loading. Reconnecting helps, as
 * the host name may now resolve to another server. In Redis 6, the code of a script error is not at
 * the start of the message.
 */
function reconnectOnError({ message }: Error): boolean {
  return /(?:^|-)(?:READONLY|MASTERDOWN|LOADING) /.test(message);
}

/** The options of a URL that `redisUrl` accepts. */
function locate(url: string): RedisOptions {
  const { protocol, hostname, port, pathname, username, password } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 6_379),
    db: Number(pathname.slice(1)),
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

const markerTtl = 60;

/**
 * Writes a marker, to find out whether Redis accepts writes.
 *
 * @throws if it does not.
 */
export async function confirmWrite(redis: RedisClient, queuePrefix: string): Promise<void> {
  await redis.set(`${queuePrefix}:written`, 1, 'EX', markerTtl);
}

/**
 * Reads the memory use of Redis in bytes. `max` is its maxmemory, or the machine's memory if none is
 * set; `limited` is whether one is set.
 */
export async function readMemory(redis: RedisClient) {
  const info = await redis.info('memory');
  function read(name: string): number {
    return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  }
  const maxmemory = read('maxmemory');
  const max = maxmemory || read('total_system_memory');
  return { used: read('used_memory'), max, limited: maxmemory > 0 };
}
