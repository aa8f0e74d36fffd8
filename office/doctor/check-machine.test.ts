import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

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

it('does not count a backup from the future as new', async () => {
  const backupDir = mkdtempSync(join(tmpdir(), 'backups-'));
  onTestFinished(() => rmSync(backupDir, { recursive: true }));
  const write = (name: string, hoursAgo: number) => {
    writeFileSync(join(backupDir, name), '');
    const seconds = Date.now() / 1_000 - hoursAgo * 3_600;
    utimesSync(join(backupDir, name), seconds, seconds);
  };
  write('old', 60);
  write('future', -60);
  expect((await checkBackups({ backupDir } as Product))[0]).toMatchObject({
    level: 'critical',
    says: expect.stringContaining('is 2 days old') as string,
  });
  write('new', 1);
  expect((await checkBackups({ backupDir } as Product))[0]).toMatchObject({ level: 'ok' });
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
