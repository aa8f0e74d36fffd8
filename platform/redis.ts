import type { RedisOptions } from 'bullmq';
import { Cluster, Redis } from 'ioredis';

import type { Logger } from './logger.ts';
import { createOutage, type Outage } from './outage.ts';
import { parseRedisAddress, type RedisAddress } from './redis-address.ts';

export type RedisClient = Redis | Cluster;

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
  const address = parseRedisAddress(url);
  const options = {
    ...timeouts[kind],
    reconnectOnError,
    // If resubscribing failed, ioredis would not handle the error, and the process would end.
    autoResubscribe: false,
    ...own,
  };
  const redis =
    address.kind === 'cluster'
      ? createCluster(address, kind, options)
      : new Redis({
          ...locate(address),
          ...options,
          enableOfflineQueue: kind === 'background',
          retryStrategy: reconnectDelay,
        });
  return silence(redis);
}

/**
 * Adds an error listener to the connection and to the duplicates that BullMQ creates, because
 * ioredis prints unhandled errors. The code that uses the connection reports outages.
 */
function silence<Client extends RedisClient>(redis: Client): Client {
  const duplicate = redis.duplicate.bind(redis) as (...given: unknown[]) => Client;
  Object.assign(redis, {
    duplicate: (...given: unknown[]) => silence(duplicate(...given)),
  });
  redis.on('error', () => undefined);
  if (redis instanceof Cluster) redis.on('+node', allowManyListeners);
  else allowManyListeners(redis);
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

/**
 * Avoids the Node.js warning about many listeners: ioredis adds one for every command that a server
 * refuses because it has become a replica.
 */
function allowManyListeners(redis: Redis): void {
  redis.on('connect', () => redis.stream.setMaxListeners(0));
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

/** Retries during a cluster failover; the delay is in milliseconds. */
const clusterRetries = {
  background: { maxRedirections: 300, delay: 200 },
  interactive: { maxRedirections: 6, delay: 100 },
} as const;

function createCluster(
  address: RedisAddress,
  kind: ConnectionKind,
  options: RedisOptions,
): RedisClient {
  const { maxRedirections, delay } = clusterRetries[kind];
  return new Cluster(address.hosts, {
    enableOfflineQueue: kind === 'background',
    clusterRetryStrategy: reconnectDelay,
    maxRedirections,
    // Detects that a master was replaced. A master that hangs cannot report this.
    slotsRefreshInterval: 2_000,
    retryDelayOnFailover: delay,
    retryDelayOnClusterDown: delay,
    retryDelayOnTryAgain: delay,
    // Certificates are for the host names of nodes, not for their IP addresses.
    ...(address.tls ? { dnsLookup: (name, done) => done(null, name) } : {}),
    redisOptions: { ...identify(address), ...options },
  });
}

function locate(address: RedisAddress): RedisOptions {
  const { kind, hosts, db, masterName, sentinelPassword, tls } = address;
  if (kind !== 'sentinel') return { ...hosts[0], db, ...identify(address) };
  return {
    sentinels: hosts,
    name: masterName,
    db,
    ...identify(address),
    ...(sentinelPassword ? { sentinelPassword } : {}),
    ...(tls ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
    sentinelRetryStrategy: reconnectDelay,
    sentinelCommandTimeout: 1_000,
    connectTimeout: 1_500,
  };
}

function identify({ username, password, tls }: RedisAddress): RedisOptions {
  return {
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(tls ? { tls: {} } : {}),
  };
}

/** The clients of a cluster's masters, which hold the keys; without a cluster, the given client. */
export function redisNodes(redis: RedisClient): Redis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}

const replicationTimeout = 1_000;
const markerTtl = 60;

class NotReplicatedError extends Error {
  override name = 'NotReplicatedError';
}

/**
 * Writes a marker and waits until Redis and the given number of replicas have the marker and all
 * earlier writes. In a cluster, this covers only the server with the prefix's slot.
 *
 * @throws NotReplicatedError if too few replicas have the marker within a second.
 */
export async function confirmWrite(
  redis: RedisClient,
  queuePrefix: string,
  replicas = 0,
): Promise<void> {
  // WAIT covers only writes of its own connection. The earlier writes may be from another
  // connection, so a marker is written after them.
  const results = await redis
    .pipeline()
    .set(`${queuePrefix}:written`, 1, 'EX', markerTtl)
    .wait(replicas, replicationTimeout)
    .exec();
  for (const [error] of results ?? []) if (error) throw error;
  if (Number(results?.at(-1)?.[1]) < replicas) {
    throw new NotReplicatedError('Too few replicas have it.');
  }
}

/**
 * Reads the memory use, in bytes, of the server that holds the given key. `max` is the server's
 * maxmemory, or the machine's memory if none is set; `limited` is whether one is set.
 */
export async function readMemory(redis: RedisClient, key: string) {
  // In a cluster, INFO would go to a random server.
  const info =
    redis instanceof Cluster
      ? String(await redis.eval("return redis.call('INFO', 'memory')", 1, key))
      : await redis.info('memory');
  function read(name: string): number {
    return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  }
  const maxmemory = read('maxmemory');
  const max = maxmemory || read('total_system_memory');
  return { used: read('used_memory'), max, limited: maxmemory > 0 };
}

const deleteIfEqualScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** Deletes a key, unless its value has changed. */
export async function deleteIfEqual(redis: RedisClient, key: string, value: string): Promise<void> {
  await redis.eval(deleteIfEqualScript, 1, key, value);
}
