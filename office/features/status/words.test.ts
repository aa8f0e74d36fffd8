import { expect, it } from 'vitest';

import type { FindingView } from './actions.ts';
import { causesOf, shortDuration, stateOfStation } from './words.ts';

function finding(id: string, level: FindingView['level'], because?: string): FindingView {
  return { id, level, subject: id, says: '', ...(because === undefined ? {} : { because }) };
}

it('sorts causes by severity, each followed by its effects', () => {
  const findings = [
    finding('disk', 'ok'),
    finding('quarantine', 'warning'),
    finding('redis', 'critical'),
    finding('queues', 'critical', 'redis'),
    finding('limits', 'unknown', 'redis'),
  ];
  expect(
    causesOf(findings).map(({ cause, effects }) => [cause.id, ...effects.map(({ id }) => id)]),
  ).toEqual([['redis', 'queues', 'limits'], ['quarantine']]);
});

it.each([
  [4_400, '4 s'],
  [180_000, '3 min'],
  [7_500_000, '2 h 5 min'],
  [400_000_000, '5 d'],
])('formats %d ms as %s', (milliseconds, words) => {
  expect(shortDuration(milliseconds)).toBe(words);
});

it.each([
  ['ok', 6, 'OK'],
  ['unknown', null, 'Unknown'],
  ['warning', 6, 'Degraded'],
  ['critical', 6, 'Degraded'],
  ['critical', null, 'Down'],
] as const)('describes a part with level %s and latency %s as %s', (level, latency, words) => {
  expect(stateOfStation({ level, latency })).toBe(words);
});
