import type { RedisOptions } from 'bullmq';
import { Cluster, Redis } from 'ioredis';

import { parseRedisAddress, type RedisAddress } from './redis-address.ts';

/** A connection to Redis, whether to one server or to a cluster. */
export type RedisClient = Redis | Cluster;

/**
 * `interactive` is for a process that answers people: a command fails after 1.5 s at the most, and
 * at once while there is no connection, so that the visitor is told and can try again. `background`
 * is for a process that works by itself: a command waits for Redis for as long as it takes.
 */
type ConnectionKind = 'interactive' | 'background';

const longestReconnectDelay = 1_000;

/** Milliseconds to wait before the given attempt to reconnect; never more than a second. */
export function reconnectDelay(attempt: number): number {
  return Math.min(attempt * 100, longestReconnectDelay);
}

/** Connects to the Redis of an address. It reconnects by itself, and is the caller's to disconnect. */
export function createRedis(
  url: string,
  kind: ConnectionKind,
  own: Pick<RedisOptions, 'maxRetriesPerRequest'> = {},
): RedisClient {
  const address = parseRedisAddress(url);
  const options = { ...timeouts[kind], reconnectOnError, ...own };
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
 * Nothing but our logs is printed, nor of the copies that BullMQ makes. Whoever uses a connection says
 * so when it is lost; of an error that nobody listens for ioredis would print all.
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

/** Of a server that became a replica, ioredis takes its leave once for each command it has refused. */
function allowManyListeners(redis: Redis): void {
  redis.on('connect', () => redis.stream.setMaxListeners(0));
}

const timeouts = {
  // Longer than any command blocks; one that is still without an answer then is sent anew.
  background: { maxRetriesPerRequest: null, keepAlive: 10_000, socketTimeout: 20_000 },
  interactive: {
    maxRetriesPerRequest: 1,
    connectTimeout: 1_500,
    commandTimeout: 1_500,
    // A connection that died without a word is replaced after three seconds, not after minutes.
    socketTimeout: 3_000,
  },
} as const satisfies Record<ConnectionKind, RedisOptions>;

/**
 * Whether Redis refuses a command because it is only a replica, or still reads its data. Its name
 * may lead to another server by now, while the connection stays with this one. An error of a script
 * begins with other words in Redis 6.
 */
function reconnectOnError({ message }: Error): boolean {
  return /(?:^|-)(?:READONLY|MASTERDOWN|LOADING) /.test(message);
}

/** How often, and after how many milliseconds, a command is retried while a cluster fails over. */
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
    // A master that hangs says nothing of the one that has taken its place.
    slotsRefreshInterval: 2_000,
    retryDelayOnFailover: delay,
    retryDelayOnClusterDown: delay,
    retryDelayOnTryAgain: delay,
    // A certificate is for the name of a node, not for the number behind it.
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

/** The servers behind a connection that keep keys: one, or each master of a cluster. */
export function redisNodes(redis: RedisClient): Redis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}

const replicationTimeout = 1_000;
const secondsWritten = 60;

/** What Redis has, but not as many of its replicas as it should. */
class NotReplicatedError extends Error {
  override name = 'NotReplicatedError';
}

/**
 * Writes, and resolves when Redis and so many of its replicas have that and all they were told
 * before. In a cluster this is about the server that keeps what has the same prefix.
 *
 * @throws NotReplicatedError when the replicas do not have it within a second.
 */
export async function confirmWrite(
  redis: RedisClient,
  queuePrefix: string,
  replicas = 0,
): Promise<void> {
  // WAIT is about the connection's own last write, so that there has to be one: an earlier
  // connection may have made those before.
  const results = await redis
    .pipeline()
    .set(`${queuePrefix}:written`, 1, 'EX', secondsWritten)
    .wait(replicas, replicationTimeout)
    .exec();
  for (const [error] of results ?? []) if (error) throw error;
  if (Number(results?.at(-1)?.[1]) < replicas) {
    throw new NotReplicatedError('Too few replicas have it.');
  }
}

/** How much memory a Redis uses, in bytes, and how much it may. */
interface RedisMemory {
  used: number;
  /** Its own limit, or the machine's memory when it has none. */
  max: number;
  limited: boolean;
}

/** Asks for the memory of the server that keeps the given key, in a cluster as well. */
export async function readMemory(redis: RedisClient, key: string): Promise<RedisMemory> {
  // A cluster would ask any of its servers.
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
