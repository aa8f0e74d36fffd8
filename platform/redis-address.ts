import * as z from 'zod';

/** Where Redis is, and who we are to it. */
export interface RedisAddress {
  /** One server, the nodes of a Redis Cluster, or Sentinels that know where the master is. */
  kind: 'single' | 'cluster' | 'sentinel';
  hosts: RedisHost[];
  tls: boolean;
  /** 0 in a cluster, which has no other. */
  db: number;
  username?: string;
  password?: string;
  /** What the Sentinels call the master; empty for the other kinds. */
  masterName: string;
  sentinelPassword?: string;
}

interface RedisHost {
  host: string;
  port: number;
}

const shape =
  /^redis(?<tls>s?)(?:\+(?<kind>cluster|sentinel))?:\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^@/?]+)(?:\/(?<path>[^?]*))?(?:\?(?<query>.*))?$/;

/**
 * Reads an address of one of the forms that the settings take:
 * `redis://host:6379/0`, `redis+cluster://host1:6379,host2:6379` and
 * `redis+sentinel://host1:26379,host2:26379/master-name/0`; `rediss` in place of `redis` for TLS.
 *
 * @throws TypeError if it is none of them. It does not say what the address was.
 */
export function parseRedisAddress(url: string): RedisAddress {
  const parts = shape.exec(url)?.groups;
  if (!parts) throw new TypeError('Not the address of a Redis.');
  const kind = (parts.kind ?? 'single') as RedisAddress['kind'];
  const names = (parts.hosts ?? '').split(',');
  const path = (parts.path ?? '').split('/');
  const masterName = kind === 'sentinel' ? decodeURIComponent(path.shift() ?? '') : '';
  const db = Number(path.shift() ?? 0);
  const isComplete = kind !== 'sentinel' || masterName !== '';
  const fits = (kind !== 'single' || names.length === 1) && (kind !== 'cluster' || db === 0);
  if (!isComplete || !fits || !Number.isInteger(db) || path.length > 0) {
    throw new TypeError('Not the address of a Redis.');
  }
  const sentinelPassword = new URLSearchParams(parts.query).get('sentinelPassword');
  return {
    kind,
    hosts: names.map((name) => readHost(name, kind === 'sentinel' ? 26_379 : 6_379)),
    tls: parts.tls === 's',
    db,
    masterName,
    ...(parts.user ? { username: decodeURIComponent(parts.user) } : {}),
    ...(parts.password ? { password: decodeURIComponent(parts.password) } : {}),
    ...(sentinelPassword ? { sentinelPassword } : {}),
  };
}

function readHost(text: string, usualPort: number): RedisHost {
  const { hostname, port } = new URL(`redis://${text}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usualPort : Number(port) };
}

/** The setting that names a Redis. */
export const redisUrl = z.string().refine((value) => {
  try {
    return parseRedisAddress(value).hosts.every(({ host }) => host !== '');
  } catch {
    return false;
  }
}, 'must be an address such as redis://host:6379, redis+cluster://host1:6379,host2:6379 or redis+sentinel://host1:26379,host2:26379/master-name');

/** The hosts of an address, for messages to people: without the account and the password. */
export function redisHosts(url: string): string {
  return parseRedisAddress(url)
    .hosts.map(({ host, port }) => `${host}:${port}`)
    .join(', ');
}
