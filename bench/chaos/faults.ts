import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';

import { simulateHours } from '../../testing/simulate-hours.ts';
import { waitFor } from '../../testing/wait-for.ts';
import type { Fleet, Victim } from './fleet.ts';

export interface Fault {
  victim: Victim;
  /** Selects the victim among the n processes of that kind: the one at `index` modulo n. */
  index: number;
  /** The fault happens when clients have begun to send this share of the enquiries. */
  at: number;
  /** Milliseconds until the victim is restarted. */
  down: number;
}

/** A fault that happened, and the milliseconds from its end until every API was ready again. */
export interface Recovery {
  victim: Victim;
  took: number;
}

/** Plans the faults of a run, each kind equally often. The seed decides order, times and lengths. */
export function planFaults(seed: number, count: number, kinds: readonly Victim[]): Fault[] {
  const chances = fc.sample(
    fc.record({
      order: fc.nat(),
      index: fc.nat({ max: 5 }),
      moment: fc.double({ min: 0, max: 1, noNaN: true }),
      down: fc.integer({ min: 100, max: 2_000 }),
    }),
    { seed, numRuns: count },
  );
  const order = chances
    .map((chance, turn) => ({ order: chance.order, victim: kinds[turn % kinds.length] }))
    .toSorted((one, other) => one.order - other.order);
  return chances.map(({ index, moment, down }, turn) => ({
    victim: order[turn]?.victim ?? 'worker',
    index,
    // Divides the run into equal parts, each with a fault at a random moment.
    at: ((turn + moment) / count) * 0.95,
    down,
  }));
}

/**
 * Runs the planned faults one after another, each when clients have begun to send its share of the
 * enquiries. Waits at most a minute for each recovery.
 *
 * @param release is called with the share of the enquiries that clients may begin to send.
 */
export async function injectFaults(
  fleet: Fleet,
  faults: Fault[],
  progress: () => number,
  release: (share: number) => void,
  say: (line: string) => void,
): Promise<Recovery[]> {
  const recoveries: Promise<Recovery>[] = [];
  release(faults[0]?.at ?? 1);
  for (const [turn, { victim, index, at, down }] of faults.entries()) {
    while (progress() < at) await sleep(20);
    const members = fleet.members[victim];
    const member = members[index % members.length];
    say(`${Math.floor(at * 100)}%: ${victim}, for ${down} ms`);
    await member?.kill();
    release(faults[turn + 1]?.at ?? 1);
    await sleep(down);
    await member?.start();
    recoveries.push(measureRecovery(fleet.apis, victim));
  }
  return Promise.all(recoveries);
}

async function measureRecovery(apis: string[], victim: Victim): Promise<Recovery> {
  const start = performance.now();
  const areReady = async () => (await Promise.all(apis.map(isReady))).every(Boolean);
  await waitFor('the APIs are ready', areReady, 60_000).catch(() => undefined);
  return { victim, took: performance.now() - start };
}

async function isReady(api: string): Promise<boolean> {
  return fetch(`${api}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

export interface Drain {
  isDrained: boolean;
  /** Jobs that failed, except emails that the mail server never confirmed. */
  failed: number;
  took: number;
}

/**
 * Waits until no job is left and no email is pending, but at most the given milliseconds.
 * Unconfirmed emails are sent again without the usual pause between the copies.
 */
export async function waitForDrain(fleet: Fleet, timeout: number): Promise<Drain> {
  const { submissions, notifications } = fleet.queues;
  const pending = [
    { 'notifications.staff.status': 'pending' },
    { 'notifications.acknowledgement.status': 'pending' },
    { 'notifications.reply.status': 'pending' },
  ];
  const countLeft = async () => {
    await simulateHours(fleet);
    const jobs = await Promise.all(
      [submissions, notifications].map((queue) =>
        queue.getJobCountByTypes('wait', 'active', 'delayed'),
      ),
    );
    const emails = await fleet.database.submissions.countDocuments({ $or: pending });
    return jobs.reduce((sum, count) => sum + count, emails);
  };
  const start = performance.now();
  const isEmpty = async () => (await countLeft().catch(() => Infinity)) === 0;
  const isDrained = await waitFor('the queues are empty', isEmpty, timeout, 250).catch(() => false);
  const took = performance.now() - start;
  const failed = [...(await submissions.getFailed()), ...(await notifications.getFailed())];
  const refused = failed.filter(({ failedReason }) => failedReason !== 'unconfirmed');
  return { isDrained, failed: refused.length, took };
}
