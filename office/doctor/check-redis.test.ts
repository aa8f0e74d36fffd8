import { expect, it } from 'vitest';

import { checkRedisMemory, checkRedisSettings, checkRedisWrites } from './check-redis.ts';
import type { Product } from './finding.ts';

const asWanted = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' };

interface State {
  settings?: Partial<Record<keyof typeof asWanted, string>>;
  info?: string;
  /** The error of a write; none if it succeeds. */
  writes?: Error;
}

function redisWith({ settings, info = '', writes }: State, change = {}): Product {
  const known: Record<string, string> = { ...asWanted, ...settings };
  const redis = {
    set: () => (writes ? Promise.reject(writes) : Promise.resolve('OK')),
    config: (_get: string, name: string) => Promise.resolve([name, known[name]]),
    info: () => Promise.resolve(info),
  };
  const product = { redis: () => Promise.resolve(redis), queuePrefix: '{x}' };
  return { ...product, ...change } as never;
}

it.each([
  ['appendonly', 'no', 'are lost when Redis restarts'],
  ['appendfsync', 'everysec', 'A power cut can lose'],
  ['maxmemory-policy', 'allkeys-lru', 'discards enquiries'],
] as const)('is critical with %s %s', async (name, value, risk) => {
  const found = await checkRedisSettings(redisWith({ settings: { [name]: value } }));
  const broken = found.filter(({ level }) => level !== 'ok');
  expect(broken).toMatchObject([{ part: name, level: 'critical' }]);
  expect(broken[0]?.says).toContain(risk);
  expect(broken[0]?.remedy).toBe(
    `redis-cli CONFIG SET ${name} ${asWanted[name]}. See ‘Redis is misconfigured’ in docs/operations.md.`,
  );
});

it('accepts a correctly configured Redis', async () => {
  const info = 'aof_last_write_status:ok\r\nevicted_keys:0\r\n';
  const found = await checkRedisSettings(redisWith({ info }));
  expect(found.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok']);
});

it('does not judge the settings of a managed Redis that does not show them', async () => {
  const config = () => Promise.reject(new Error("ERR unknown command 'CONFIG'"));
  const info = () => Promise.resolve('evicted_keys:7\r\n');
  const redis = () => Promise.resolve({ config, info });
  const found = await checkRedisSettings(redisWith({}, { redis }));
  expect(found.map(({ level }) => level)).toEqual(['unknown', 'unknown', 'unknown', 'warning']);
  expect(found[0]?.says).toContain('this Redis does not show its settings');
});

it('reports a failed write to disk and evicted keys', async () => {
  const info = 'aof_last_write_status:err\r\nevicted_keys:7\r\n';
  const found = await checkRedisSettings(redisWith({ info }));
  expect(found.slice(3)).toMatchObject([
    { part: 'disk', level: 'critical' },
    { part: 'evicted', level: 'warning', says: 'Keys evicted since Redis started: 7.' },
  ]);
});

it.each([
  [59, 'ok'],
  [61, 'warning'],
  [81, 'critical'],
])('grades %i %% of memory in use as %s', async (share, level) => {
  const info = `used_memory:${share}\r\nmaxmemory:100\r\ntotal_system_memory:1000\r\n`;
  const [found] = await checkRedisMemory(redisWith({ info }));
  expect(found).toMatchObject({ level });
  expect(found?.says).toContain(`${share}% of its maxmemory.`);
});

it("uses the machine's memory as the limit if there is no maxmemory", async () => {
  const info = 'used_memory:900\r\nmaxmemory:0\r\ntotal_system_memory:1000\r\n';
  const [found] = await checkRedisMemory(redisWith({ info }));
  expect(found?.level).toBe('critical');
  expect(found?.says).toContain("90% of its machine's memory (there is no maxmemory).");
});

function refusal(message: string): Error {
  return Object.assign(new Error(message), { name: 'ReplyError' });
}

it.each([
  [
    'OOM command not allowed',
    'Redis is not accepting writes (oom). New enquiries are being refused.',
    'See ‘Redis is full’ in docs/operations.md.',
  ],
  [
    "READONLY You can't write",
    'Redis is not accepting writes (readonly). New enquiries are being refused.',
    'See ‘Redis is down’ in docs/operations.md.',
  ],
  [
    'MISCONF Errors writing',
    'Redis is not accepting writes (misconf). New enquiries are being refused.',
    'See ‘Redis is down’ in docs/operations.md.',
  ],
])('names the runbook if a write fails with %s', async (message, says, remedy) => {
  const [found] = await checkRedisWrites(redisWith({ writes: refusal(message) }));
  expect(found).toEqual({ level: 'critical', says, remedy });
});

it('reports why Redis refuses a write even if the client is reconnecting at first', async () => {
  const product: Product = redisWith({ writes: refusal("READONLY You can't write") });
  let asked = 0;
  const redis = () => {
    asked += 1;
    return asked < 4 ? Promise.reject(new Error('Connection is closed.')) : product.redis();
  };
  const [found] = await checkRedisWrites({ ...product, redis });
  expect(found?.says).toContain('(readonly)');
});
