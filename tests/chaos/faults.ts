import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';

import { waitFor } from '#support/wait-for.ts';
import type { Fleet, Victim } from './fleet.ts';

export interface Fault {
  victim: Victim;
  /** Selects the victim among the processes of that kind (modulo their number). */
  index: number;
  /** The fault happens when clients have begun to send this share of the enquiries. */
  at: number;
  /** Milliseconds until the victim is restarted. */
  down: number;
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

/** @param release is called with the share of the enquiries that clients may begin to send. */
export async function injectFaults(
  { members }: Fleet,
  faults: Fault[],
  progress: () => number,
  release: (share: number) => void,
): Promise<void> {
  release(faults[0]?.at ?? 1);
  for (const [turn, { victim, index, at, down }] of faults.entries()) {
    while (progress() < at) await sleep(20);
    const member = members[victim][index % members[victim].length];
    console.error(`${Math.floor(at * 100)}%: ${victim}, for ${down} ms`);
    await member?.kill();
    release(faults[turn + 1]?.at ?? 1);
    await sleep(down);
    await member?.start();
  }
}

export interface Drain {
  isDrained: boolean;
  failed: number;
  took: number;
}

/** Emails that the mail server did not confirm are sent at once, instead of 15 minutes later. */
export async function waitForDrain({ queues, database }: Fleet, timeout: number): Promise<Drain> {
  const { submissions } = database;
  const kinds = ['staff', 'acknowledgement'].map((kind) => `notifications.${kind}`);
  const pending = kinds.map((kind) => ({ [`${kind}.status`]: 'pending' }));
  const hurry = async () => {
    const unconfirmed = [new Date(Date.now() - 3_600_000)];
    for (const kind of kinds) {
      const change = { $set: { [`${kind}.unconfirmed`]: unconfirmed } };
      const cut = { [`${kind}.status`]: 'pending', [`${kind}.unconfirmed`]: { $exists: true } };
      await submissions.updateMany(cut, change);
    }
    await Promise.all(queues.map((queue) => queue.promoteJobs()));
  };
  const isEmpty = async () => {
    await hurry();
    const jobs = queues.map((queue) => queue.getJobCountByTypes('wait', 'active', 'delayed'));
    const emails = await submissions.countDocuments({ $or: pending });
    return (await Promise.all(jobs)).every((count) => count === 0) && emails === 0;
  };
  const start = performance.now();
  const isDrained = await waitFor(
    'the queues are empty',
    () => isEmpty().catch(() => false),
    timeout,
    250,
  ).catch(() => false);
  const failed = await Promise.all(queues.map((queue) => queue.getFailedCount()));
  return {
    isDrained,
    failed: failed.reduce((sum, count) => sum + count, 0),
    took: performance.now() - start,
  };
}
