import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

import type { Logger } from './logger.ts';

export type { Redis } from 'ioredis';

function reconnectDelay(attempt: number): number {
  return Math.min(attempt * 100, 1_000);
}

/** For workers: commands wait until Redis is back. */
const patient = {
  maxRetriesPerRequest: null,
  keepAlive: 10_000,
  // Exceeds any blocking command, because ioredis sends a timed-out command again.
  socketTimeout: 20_000,
};

/**
 * @param patience the milliseconds after which a command fails, at once while disconnected. Without
 *   it, commands wait until Redis is back, as workers need.
 */
export function connectRedis(url: string, patience?: number): Redis {
  const impatient = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1_500,
    commandTimeout: patience ?? 0,
    // Replaces a dead connection after three seconds instead of minutes.
    socketTimeout: 3_000,
  };
  const redis = new Redis(url, {
    ...(patience === undefined ? patient : impatient),
    retryStrategy: reconnectDelay,
    // A managed Redis points its name at another server when it fails over.
    reconnectOnError: ({ message }: Error) =>
      /(?:^|-)(?:READONLY|MASTERDOWN|LOADING) /.test(message),
    // If resubscribing failed, ioredis would not handle the error, and the process would end.
    autoResubscribe: false,
  });
  return silence(redis);
}

/** Adds error listeners, also to BullMQ's duplicates: ioredis prints what nobody listens to. */
function silence(redis: Redis): Redis {
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (...options) => silence(duplicate(...options));
  redis.on('error', () => undefined);
  // ioredis adds a listener for every command that a replica refuses.
  redis.on('connect', () => redis.stream.setMaxListeners(0));
  return redis;
}

export function logOutages(redis: Redis, logger: Logger): void {
  let isDown = false;
  redis.on('error', (error) => {
    if (!isDown) logger.error({ err: error }, 'redis connection lost');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) logger.info('redis connection restored');
    isDown = false;
  });
}

/** Resolves when the connections are ready, or after two seconds. */
export async function untilConnected(...connections: Redis[]): Promise<void> {
  const ready = connections.map((redis) => once(redis, 'ready').catch(() => []));
  await Promise.race([Promise.all(ready), sleep(2_000)]);
}

/** Writes a marker. @throws if Redis does not accept writes. */
export async function confirmWrite(redis: Redis, prefix: string): Promise<void> {
  await redis.set(`${prefix}:written`, 1, 'EX', 60);
}

/** Redis's memory in bytes; without a limit, `max` is the memory of the machine. */
export async function readMemory(redis: Redis) {
  const info = await redis.info('memory');
  const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const limit = read('maxmemory');
  const max = limit || read('total_system_memory');
  return { used: read('used_memory'), max, isLimited: limit > 0 };
}
