import { expect, it } from 'vitest';

import { checkRedisMemory, checkRedisSettings, checkRedisWrites } from './check-redis.ts';
import type { Product } from './finding.ts';

const asWanted = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' };

interface State {
  settings?: Partial<Record<keyof typeof asWanted, string>>;
  info?: string;
  /** The answer to a write, and how many replicas have it. */
  writes?: [Error | null, number];
}

function redisWith({ settings, info = '', writes = [null, 0] }: State, change = {}): Product {
  const known: Record<string, string> = { ...asWanted, ...settings };
  const [error, replicas] = writes;
  const pipeline = {
    set: () => pipeline,
    wait: () => pipeline,
    exec: () => Promise.resolve([[error], [null, replicas]]),
  };
  const redis = {
    pipeline: () => pipeline,
    config: (_get: string, name: string) => Promise.resolve([name, known[name]]),
    info: () => Promise.resolve(info),
  };
  const product = { redis: () => Promise.resolve(redis), queuePrefix: '{x}', waitReplicas: 0 };
  return { ...product, ...change } as never;
}

it.each([
  ['appendonly', 'no', 'is lost when Redis restarts'],
  ['appendfsync', 'everysec', 'A power cut can lose'],
  ['maxmemory-policy', 'allkeys-lru', 'throws enquiries away'],
] as const)('is alarmed by %s %s', async (name, value, risk) => {
  const found = await checkRedisSettings(redisWith({ settings: { [name]: value } }));
  const broken = found.filter(({ level }) => level !== 'ok');
  expect(broken).toMatchObject([{ part: name, level: 'critical' }]);
  expect(broken[0]?.says).toContain(risk);
  expect(broken[0]?.remedy).toBe(
    `redis-cli CONFIG SET ${name} ${asWanted[name]}. See docs/operations.md, Redis is misconfigured.`,
  );
});

it('is content with a Redis that is set as it is to be', async () => {
  const info = 'aof_last_write_status:ok\r\nevicted_keys:0\r\n';
  const found = await checkRedisSettings(redisWith({ info }));
  expect(found.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok']);
});

it('tells of a write to the disk that failed, and of keys that were thrown away', async () => {
  const info = 'aof_last_write_status:err\r\nevicted_keys:7\r\n';
  const found = await checkRedisSettings(redisWith({ info }));
  expect(found.slice(3)).toMatchObject([
    { part: 'disk', level: 'critical' },
    { part: 'evicted', level: 'warning', says: 'It has thrown 7 keys away since its start.' },
  ]);
});

it.each([
  [59, 'ok'],
  [61, 'warning'],
  [81, 'critical'],
])('is with %i %% of the memory in use: %s', async (share, level) => {
  const info = `used_memory:${share}\r\nmaxmemory:100\r\ntotal_system_memory:1000\r\n`;
  const [found] = await checkRedisMemory(redisWith({ info }));
  expect(found).toMatchObject({ level });
  expect(found?.says).toContain(`${share} % of its maxmemory.`);
});

it('takes the memory of the machine for the limit of a Redis that has none', async () => {
  const info = 'used_memory:900\r\nmaxmemory:0\r\ntotal_system_memory:1000\r\n';
  const [found] = await checkRedisMemory(redisWith({ info }));
  expect(found?.level).toBe('critical');
  expect(found?.says).toContain("90 % of its machine's memory (there is no maxmemory).");
});

function refusal(message: string): Error {
  return Object.assign(new Error(message), { name: 'ReplyError' });
}

it.each([
  [
    'OOM command not allowed',
    'It takes no writes (OOM).',
    'See docs/operations.md, Redis is full.',
  ],
  [
    "READONLY You can't write",
    'It takes no writes (READONLY).',
    'See docs/operations.md, Redis is down.',
  ],
  [
    'MISCONF Errors writing',
    'It takes no writes (MISCONF).',
    'See docs/operations.md, Redis is down.',
  ],
])('says what helps where a write is answered with %s', async (message, says, remedy) => {
  const [found] = await checkRedisWrites(redisWith({ writes: [refusal(message), 0] }));
  expect(found).toEqual({ level: 'critical', says, remedy });
});

it('counts the replicas that have a write', async () => {
  const withReplicas = (have: number) =>
    checkRedisWrites(redisWith({ writes: [null, have] }, { waitReplicas: 2 }));
  expect(await withReplicas(2)).toMatchObject([
    { level: 'ok', says: 'It takes writes, and 2 replicas have them.' },
  ]);
  expect(await withReplicas(1)).toMatchObject([
    { level: 'critical', says: expect.stringContaining('not replicated') as string },
  ]);
});
