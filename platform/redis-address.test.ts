import { expect, it } from 'vitest';

import { parseRedisAddress, redisHosts, redisUrl } from './redis-address.ts';

it('reads host, port, database, credentials and TLS of a single server', () => {
  expect(parseRedisAddress('redis://127.0.0.1:6390')).toEqual({
    kind: 'single',
    hosts: [{ host: '127.0.0.1', port: 6390 }],
    tls: false,
    db: 0,
    masterName: '',
  });
  expect(parseRedisAddress('rediss://app:p%40ss@cache.example/2')).toMatchObject({
    hosts: [{ host: 'cache.example', port: 6379 }],
    tls: true,
    db: 2,
    username: 'app',
    password: 'p@ss',
  });
  expect(parseRedisAddress('redis://:secret@[::1]:7000/')).toMatchObject({
    hosts: [{ host: '::1', port: 7000 }],
    password: 'secret',
  });
});

it('reads the nodes of a cluster', () => {
  expect(parseRedisAddress('rediss+cluster://app:secret@a:7000,b,[::1]:7002')).toMatchObject({
    kind: 'cluster',
    tls: true,
    username: 'app',
    password: 'secret',
    hosts: [
      { host: 'a', port: 7000 },
      { host: 'b', port: 6379 },
      { host: '::1', port: 7002 },
    ],
  });
});

it('reads Sentinels, the master name and the Sentinel password', () => {
  const url = 'redis+sentinel://:secret@a,b:26380/office/3?sentinelPassword=p%40ss';
  expect(parseRedisAddress(url)).toMatchObject({
    kind: 'sentinel',
    hosts: [
      { host: 'a', port: 26379 },
      { host: 'b', port: 26380 },
    ],
    masterName: 'office',
    db: 3,
    password: 'secret',
    sentinelPassword: 'p@ss',
  });
});

it.each([
  'http://host',
  'redis://',
  'redis://a,b',
  'redis://host/name',
  'redis://host:99999',
  'redis+cluster://a,b/1',
  'redis+cluster://a,,b',
  'redis+sentinel://a,b',
  'redis+sentinel://a,b/name/0/more',
  'redis+pigeon://a',
  '',
])('rejects %j', (value) => {
  expect(redisUrl.safeParse(value).success).toBe(false);
});

it('lists the hosts without credentials', () => {
  expect(redisHosts('redis+cluster://app:secret@a:7000,b')).toBe('a:7000, b:6379');
});
