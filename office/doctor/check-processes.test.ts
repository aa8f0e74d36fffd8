import { expect, it } from 'vitest';

import type { ProcessSeen } from '../../platform/heartbeat.ts';
import { judgeProcesses } from './check-processes.ts';

const now = 10_000_000;

function seen(secondsAgo: number, change: Partial<ProcessSeen> = {}): ProcessSeen {
  const seenAt = now - 1_000 * secondsAgo;
  const id = crypto.randomUUID();
  return {
    ...{
      id,
      service: 'worker',
      version: '1.2.3',
      host: 'one',
      startedAt: 0,
      seenAt,
      clock: seenAt,
    },
    ...change,
  };
}

it('is content with one that was seen just now', () => {
  expect(judgeProcesses('worker', [seen(14)], now)).toEqual({
    level: 'ok',
    says: 'Alive: 1.2.3 on one, seen 14 s ago.',
  });
});

it('is alarmed when the only one is silent, whether it hangs or is gone', () => {
  expect(judgeProcesses('worker', [seen(16)], now)).toMatchObject({
    level: 'critical',
    says: 'None gives a sign of life: it hangs or does not run. The last was 1.2.3 on one, seen 16 s ago.',
  });
});

it('warns of one of several that is silent, but not of one that was replaced or is long gone', () => {
  const levelWith = (other: ProcessSeen) => judgeProcesses('worker', [seen(1), other], now).level;
  expect(levelWith(seen(60, { host: 'two' }))).toBe('warning');
  expect(levelWith(seen(4_000, { host: 'two' }))).toBe('ok');
  const replaced = [seen(60), seen(1, { startedAt: now - 50_000 })];
  expect(judgeProcesses('worker', replaced, now).level).toBe('ok');
});

it('does not miss those of before a restore, when all were started after them', () => {
  const restored = [seen(70), seen(60, { host: 'two' })];
  const started = (host: string) => seen(1, { host, startedAt: now - 30_000 });
  const after = [...restored, started('three'), started('four')];
  expect(judgeProcesses('worker', after, now).level).toBe('ok');
  expect(judgeProcesses('worker', [...after, seen(1)], now).level).toBe('warning');
});

it('says that it has not seen an API, and that a worker is missing', () => {
  expect(judgeProcesses('api', [], now).level).toBe('unknown');
  expect(judgeProcesses('worker', [], now).level).toBe('critical');
});
