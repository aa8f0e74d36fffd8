import type { Queue } from 'bullmq';
import { expect, it } from 'vitest';

import { checkFailedJobs, checkQueues } from './check-queues.ts';
import type { Product } from './finding.ts';
import { linkCauses } from './link-causes.ts';

interface State {
  /** The state of a job that was added an hour ago. `delayed` means that it waits for a retry. */
  state?: 'waiting' | 'delayed';
  processedOn?: number | undefined;
  failed?: number;
  paused?: boolean;
}

const idle: State = {};

function queue(name: string, { state, processedOn, failed = 0, paused }: State) {
  const job = { timestamp: Date.now() - 3_600_000, attemptsMade: 5, processedOn, opts: {} };
  return {
    name,
    getJobCounts: () => Promise.resolve({ failed, ...(state ? { [state]: 1 } : {}) }),
    getJobs: ((types: string[]) =>
      Promise.resolve(state && types.includes(state) ? [job] : [])) as never,
    getFailedCount: () => Promise.resolve(failed),
    isPaused: () => Promise.resolve(paused === true),
  } satisfies Partial<Queue>;
}

const names = ['submissions', 'notifications', 'maintenance'];

async function findIn(name: string, state: State, check = checkQueues) {
  const queues = Object.fromEntries(
    names.map((each) => [each, queue(each, each === name ? state : idle)]),
  );
  return check({ queues: () => Promise.resolve(queues) } as unknown as Product);
}

async function levelOf(name: string, state: State['state'], processedOn?: number) {
  const found = await findIn(name, { ...(state ? { state } : {}), processedOn });
  return found.find(({ says }) => says.startsWith(`${name}: `))?.level;
}

it('is critical if a job waits for a worker or an enquiry cannot be stored', async () => {
  expect(await levelOf('notifications', 'waiting')).toBe('critical');
  expect(await levelOf('submissions', 'waiting')).toBe('critical');
  expect(await levelOf('submissions', 'delayed')).toBe('critical');
});

it.each(['notifications', 'maintenance'])(
  'accepts an email in the queue %s that the mail server has deferred',
  async (name) => {
    expect(await levelOf(name, 'delayed')).toBe('ok');
    // Its next attempt has just become due.
    expect(await levelOf(name, 'waiting', Date.now() - 300_000)).toBe('ok');
  },
);

it.each(names)('names the pause of %s as the cause of its waiting jobs', async (name) => {
  const results = await findIn(name, { paused: true, state: 'waiting' });
  const all = linkCauses([
    { id: 'queues', subject: 'Queues', follows: [], results, failed: false },
  ]);
  const bad = all.filter(({ level }) => level !== 'ok');
  expect(bad.map(({ id, level, because }) => [id, level, because])).toEqual([
    [`queues.${name}-paused`, 'critical', undefined],
    [`queues.${name}`, 'critical', `queues.${name}-paused`],
  ]);
  expect(bad[0]?.runbook).toBe('the-queue-grows');
});

it('warns of failed jobs, but not of failed maintenance jobs', async () => {
  const found = await findIn('notifications', { failed: 2 }, checkFailedJobs);
  expect(found.filter(({ level }) => level !== 'ok')).toMatchObject([
    { part: 'notifications', level: 'warning', says: 'Failed jobs in notifications: 2.' },
  ]);
  for (const check of [checkQueues, checkFailedJobs]) {
    const levels = (await findIn('maintenance', { failed: 2 }, check)).map(({ level }) => level);
    expect(new Set(levels)).toEqual(new Set(['ok']));
  }
});
