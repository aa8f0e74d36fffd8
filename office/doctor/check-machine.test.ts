import { expect, it } from 'vitest';

import {
  checkBackups,
  checkDisk,
  judgeDisk,
  judgeMachines,
  judgeProcessClocks,
} from './check-machine.ts';
import type { Product } from './finding.ts';

it.each([
  [20, 'ok'],
  [14, 'warning'],
  [4, 'critical'],
])('grades a disk with %i %% free as %s', (free, level) => {
  expect(judgeDisk('/data', { bavail: free, blocks: 100 })).toMatchObject({
    level,
    says: `${free}% of the disk that holds /data is free.`,
  });
});

it('does not report an inaccessible disk or backup folder as OK', async () => {
  expect((await checkDisk({ dataDir: '/not/there' } as Product))[0]?.level).toBe('unknown');
  expect((await checkBackups({ backupDir: undefined } as Product))[0]?.level).toBe('unknown');
  expect((await checkBackups({ backupDir: '/not/there' } as Product))[0]?.level).toBe('critical');
});

function levels(found: readonly { part?: string; level: string }[]) {
  return found.map(({ part, level }) => `${part} ${level}`);
}

it('names the store whose clock is wrong, or this machine if both stores differ equally', () => {
  expect(levels(judgeMachines(0, 1))).toEqual(['redis ok', 'mongodb ok']);
  expect(levels(judgeMachines(3, 0))).toEqual(['redis warning', 'mongodb ok']);
  expect(levels(judgeMachines(0, -31))).toEqual(['redis ok', 'mongodb critical']);
  expect(judgeMachines(-600, -601)).toMatchObject([
    {
      part: 'here',
      level: 'critical',
      says: "This machine's clock is 10 min ahead of those of Redis and MongoDB.",
      remedy: 'See ‘A clock is wrong’ in docs/operations.md.',
    },
  ]);
});

it('names the process whose clock differs most', () => {
  const process = (service: 'api' | 'worker', skew: number) => {
    return { service, host: 'one', seenAt: 1_000_000, clock: 1_000_000 + skew };
  };
  expect(judgeProcessClocks([])).toEqual([]);
  expect(judgeProcessClocks([process('api', 1_000)])).toMatchObject([{ level: 'ok' }]);
  const [worst] = judgeProcessClocks([process('api', 3_000), process('worker', -600_000)]);
  expect(worst).toMatchObject({ part: 'processes', level: 'critical' });
  expect(worst?.says).toContain('The clock of the worker on one is 10 min behind that of Redis.');
});
