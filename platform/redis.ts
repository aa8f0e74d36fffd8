import type { RedisOptions } from 'bullmq';
import { Cluster, Redis } from 'ioredis';

import { parseRedisAddress, type RedisAddress } from './redis-address.ts';

/** A connection to Redis, whether to one server or to a cluster. */
export type RedisClient = Redis | Cluster;

/**
 * `impatient` is for a process that answers people: a command fails after 1.5 s at the most, and
 * at once while there is no connection, so that the visitor is told and can try again. `patient`
 * is for a process that works in the background: it waits for Redis for as long as it takes.
 */
export type Patience = 'patient' | 'impatient';

/** What may be set otherwise for one connection; times are in milliseconds. */
export interface RedisLimits {
  commandTimeout?: number;
  maxRetriesPerRequest?: number;
}

const longestReconnectDelay = 1_000;

/** Milliseconds to wait before the given attempt to reconnect; never more than a second. */
export function reconnectDelay(attempt: number): number {
  return Math.min(attempt * 100, longestReconnectDelay);
}

/** Connects to the Redis of an address. It mends itself, and is the caller's to disconnect. */
export function createRedis(
  url: string,
  patience: Patience,
  limits: RedisLimits = {},
): RedisClient {
  const address = parseRedisAddress(url);
  const options = { ...patienceOptions[patience], ...limits };
  const redis =
    address.kind === 'cluster'
      ? createCluster(address, patience, options)
      : new Redis({
          ...locate(address),
          ...options,
          enableOfflineQueue: patience === 'patient',
          retryStrategy: reconnectDelay,
        });
  // Whoever uses it says so when it is lost; an error that nobody listens for ends the process.
  return redis.on('error', () => undefined);
}

/**
 * The same patience for what opens and closes its connections by itself, to anything but a
 * cluster.
 */
export function patientRedis(url: string): RedisOptions {
  return {
    ...locate(parseRedisAddress(url)),
    ...patienceOptions.patient,
    retryStrategy: reconnectDelay,
  };
}

const patienceOptions = {
  // Longer than any command blocks; one that is still without an answer then is sent anew.
  patient: { maxRetriesPerRequest: null, keepAlive: 10_000, socketTimeout: 20_000 },
  impatient: {
    maxRetriesPerRequest: 1,
    connectTimeout: 1_500,
    commandTimeout: 1_500,
    // A connection that died without a word is replaced after three seconds, not after minutes.
    socketTimeout: 3_000,
  },
} as const satisfies Record<Patience, RedisOptions>;

/** How often, and after how many milliseconds, a command is tried while a cluster mends itself. */
const clusterRetries = {
  patient: { maxRedirections: 300, delay: 200 },
  impatient: { maxRedirections: 6, delay: 100 },
} as const;

function createCluster(
  address: RedisAddress,
  patience: Patience,
  options: RedisOptions,
): RedisClient {
  const { maxRedirections, delay } = clusterRetries[patience];
  return new Cluster(address.hosts, {
    enableOfflineQueue: patience === 'patient',
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
    // A master that was demoted may still hold our connection.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  };
}

function identify({ username, password, tls }: RedisAddress): RedisOptions {
  return {
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(tls ? { tls: {} } : {}),
  };
}
