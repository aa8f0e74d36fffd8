import * as z from 'zod';

export interface RedisAddress {
  kind: 'single' | 'cluster' | 'sentinel';
  hosts: RedisHost[];
  tls: boolean;
  /** Always 0 in a cluster. */
  db: number;
  username?: string;
  password?: string;
  /** The name by which the Sentinels know the master; empty without Sentinels. */
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
 * Parses a Redis URL: `redis://host:6379/0`, `redis+cluster://host1:6379,host2:6379` or
 * `redis+sentinel://host1:26379,host2:26379/master-name/0`, with `rediss` for TLS.
 *
 * @throws TypeError or URIError if the URL is not valid. The message does not contain the URL.
 *   Empty host names are not detected here, but by `redisUrl`.
 */
export function parseRedisAddress(url: string): RedisAddress {
  const parts = shape.exec(url)?.groups;
  if (!parts) throw new TypeError('Not a valid Redis URL.');
  const kind = (parts.kind ?? 'single') as RedisAddress['kind'];
  const names = (parts.hosts ?? '').split(',');
  const path = (parts.path ?? '').split('/');
  const masterName = kind === 'sentinel' ? decodeURIComponent(path.shift() ?? '') : '';
  const db = Number(path.shift() ?? 0);
  const isComplete = kind !== 'sentinel' || masterName !== '';
  const fits = (kind !== 'single' || names.length === 1) && (kind !== 'cluster' || db === 0);
  if (!isComplete || !fits || !Number.isInteger(db) || path.length > 0) {
    throw new TypeError('Not a valid Redis URL.');
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

function readHost(text: string, defaultPort: number): RedisHost {
  const { hostname, port } = new URL(`redis://${text}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) };
}

export const redisUrl = z.string().refine((value) => {
  try {
    return parseRedisAddress(value).hosts.every(({ host }) => host !== '');
  } catch {
    return false;
  }
}, 'must be an address such as redis://host:6379, redis+cluster://host1:6379,host2:6379 or redis+sentinel://host1:26379,host2:26379/master-name');

/** The hosts and ports of a Redis URL, without credentials. For messages. */
export function redisHosts(url: string): string {
  return parseRedisAddress(url)
    .hosts.map(({ host, port }) => `${host}:${port}`)
    .join(', ');
}
