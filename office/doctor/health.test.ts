import { expect, it } from 'vitest';

import { ok, type Finding, type Product } from './finding.ts';
import { chainOf, readHealth } from './health.ts';

function finding(id: string, level: Finding['level'], says = ''): Finding {
  return { id, level, subject: id, says };
}

const findings = [
  { ...finding('site', 'ok'), ...ok('It answers.', 48) },
  { ...finding('api', 'ok'), ...ok('It answers.', 12) },
  finding('redis', 'ok'),
  finding('redis-memory', 'warning', '62% in use.'),
  finding('worker', 'ok'),
  finding('queues.submissions-paused', 'critical', 'The queue submissions is paused.'),
  finding('queues.submissions', 'warning', 'the oldest has waited 70 s.'),
  finding('mongodb', 'unknown', 'Not checked.'),
];

it('gives each part of the pipeline the level and the text of its worst finding', () => {
  const chain = chainOf(findings, {});
  expect(chain.map(({ name, level }) => `${name} ${level}`)).toEqual([
    'site ok',
    'api ok',
    'redis warning',
    'worker critical',
    'mongodb unknown',
    'mail unknown',
  ]);
  expect(chain.find(({ name }) => name === 'worker')?.says).toBe(
    'The queue submissions is paused.',
  );
});

it('shows response times and running processes', () => {
  const processes = { worker: [{ name: 'host', version: '1.2.0', age: 3 }] };
  const chain = chainOf(findings, processes);
  expect(chain.map(({ latency }) => latency)).toEqual([48, 12, null, null, null, null]);
  expect(chain.find(({ name }) => name === 'worker')?.processes).toEqual(processes.worker);
  expect(chainOf(findings, {})[3]?.processes).toEqual([]);
});

it('does not show processes that crashed and were replaced on their host', async () => {
  const now = 1_000_000_000;
  const seen = (host: string, secondsAgo: number) =>
    JSON.stringify({ service: 'worker', host, version: '1.2.0', seenAt: now - secondsAgo * 1_000 });
  const processes = {
    ...{
      crashed: seen('one', 7_200),
      'crashed again': seen('one', 3_600),
      running: seen('one', 2),
    },
    ...{ second: seen('one', 3), hung: seen('two', 600) },
  };
  const redis = {
    time: () => Promise.resolve([now / 1_000, 0]),
    hgetall: (key: string) => Promise.resolve(key === '{x}:processes' ? processes : {}),
    get: () => Promise.resolve(null),
  };
  const product = { redis: () => Promise.resolve(redis), queuePrefix: '{x}' } as never as Product;
  const worker = (await readHealth(product)).chain.find(({ name }) => name === 'worker');
  expect(worker?.processes.map(({ name, age }) => `${name} ${age}`)).toEqual([
    'one 2',
    'one 3',
    'two 600',
  ]);
});
