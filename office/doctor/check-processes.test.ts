import { expect, it } from 'vitest';

import type { ProcessSeen } from '../../platform/heartbeat.ts';
import { checkWorkers, judgeProcesses, judgeVersions } from './check-processes.ts';
import type { Product } from './finding.ts';

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

it('accepts a process with a recent heartbeat', () => {
  expect(judgeProcesses('worker', [seen(14)], now)).toEqual({
    level: 'ok',
    says: 'Running: 1.2.3 on one, seen 14 s ago.',
  });
});

it('is critical if the only process sends no heartbeat', () => {
  expect(judgeProcesses('worker', [seen(16)], now)).toMatchObject({
    level: 'critical',
    says: 'No worker is running, or it has hung. Last heartbeat from version 1.2.3 on one, seen 16 s ago.',
  });
});

it('warns of a silent process, unless it was replaced or removed', () => {
  const levelWith = (other: ProcessSeen) => judgeProcesses('worker', [seen(1), other], now).level;
  expect(levelWith(seen(60, { host: 'two' }))).toBe('warning');
  expect(levelWith(seen(4_000, { host: 'two' }))).toBe('ok');
  const replaced = [seen(60), seen(1, { startedAt: now - 50_000 })];
  expect(judgeProcesses('worker', replaced, now).level).toBe('ok');
});

it('ignores processes that were last seen before a restore', () => {
  const restored = [seen(70), seen(60, { host: 'two' })];
  const started = (host: string) => seen(1, { host, startedAt: now - 30_000 });
  const after = [...restored, started('three'), started('four')];
  expect(judgeProcesses('worker', after, now).level).toBe('ok');
  expect(judgeProcesses('worker', [...after, seen(1)], now).level).toBe('warning');
});

it('reports a missing API as unknown and a missing worker as critical', () => {
  expect(judgeProcesses('api', [], now).level).toBe('unknown');
  expect(judgeProcesses('worker', [], now).level).toBe('critical');
});

it('warns of running processes with different versions', () => {
  const api = (change: Partial<ProcessSeen>) => seen(1, { service: 'api', ...change });
  expect(judgeVersions([seen(1), api({})], now)).toEqual({
    level: 'ok',
    says: 'All processes run version 1.2.3.',
  });
  const old = api({ version: '1.2.2' });
  expect(judgeVersions([seen(1), seen(2), old], now)).toMatchObject({
    level: 'warning',
    says: 'Different versions are running: API 1.2.2, worker 1.2.3.',
    remedy: expect.stringContaining('‘Upgrade without downtime’ in docs/operations.md.') as string,
  });
  expect(judgeVersions([seen(1), { ...old, seenAt: now - 60_000 }], now).level).toBe('ok');
  expect(judgeVersions([], now).level).toBe('unknown');
});

/**
 * Checks a single worker. Its last heartbeat was the given number of seconds ago, and each queue
 * has the given number of consumers.
 */
async function lookAtWorkers(secondsAgo: number, counts: Record<string, number>) {
  const [worker] = [seen(secondsAgo)];
  const redis = {
    time: () => Promise.resolve([now / 1_000, 0]),
    hgetall: () => Promise.resolve({ [worker.id]: JSON.stringify(worker) }),
  };
  const queues = Object.entries(counts).map(([name, count]) => [
    name,
    {
      name,
      getWorkersCount: () => Promise.resolve(count),
      getCompleted: () => Promise.resolve([]),
    },
  ]);
  return checkWorkers({
    redis: () => Promise.resolve(redis),
    queues: () => Promise.resolve(Object.fromEntries(queues)),
    queuePrefix: '{x}',
  } as unknown as Product);
}

it('reports all queues without a worker in one critical finding', async () => {
  const all = { submissions: 0, notifications: 0, maintenance: 1 };
  expect(await lookAtWorkers(1, { submissions: 1, notifications: 2 })).toMatchObject([
    { level: 'ok' },
  ]);
  expect(await lookAtWorkers(1, all)).toMatchObject([
    { level: 'critical', says: 'No worker is processing jobs from submissions, notifications.' },
  ]);
  const silent = await lookAtWorkers(60, all);
  expect(silent).toHaveLength(1);
  expect(silent[0]?.says).toContain('No worker is running');
});
