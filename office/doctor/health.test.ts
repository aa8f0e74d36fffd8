import { expect, it } from 'vitest';

import { ok, type Finding } from './finding.ts';
import { chainOf } from './health.ts';

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

it('gives each part of the pipeline its worst level, with the finding', () => {
  const chain = chainOf(findings, { processes: {} });
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
  const chain = chainOf(findings, { processes });
  expect(chain.map(({ latency }) => latency)).toEqual([48, 12, null, null, null, null]);
  expect(chain.find(({ name }) => name === 'worker')?.processes).toEqual(processes.worker);
  expect(chainOf(findings, undefined)[3]?.processes).toEqual([]);
});
