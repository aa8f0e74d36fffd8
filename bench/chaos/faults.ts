import { setTimeout as sleep } from 'node:timers/promises';
import type { JobType, Queue } from 'bullmq';
import * as fc from 'fast-check';

import { simulateHours } from '../../testing/simulate-hours.ts';
import { countPending } from '../../storage/notifications.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { describeProgress } from '../figures.ts';
import type { Fleet } from './fleet.ts';

/**
 * The kinds of faults. In most of them a process is killed. In the others, Redis and its replica
 * swap roles behind the same address, the mail server is slow while Redis is down, the mail server
 * does not confirm the emails that it accepts, or a clock is wrong by years.
 */
export const victims = [
  'failover',
  'slow-smtp',
  'cut-smtp',
  'api-clock',
  'worker-clock',
  'api',
  'worker',
  'office',
  'redis',
  'mongodb',
  'smtp',
] as const;
export type Victim = (typeof victims)[number];

export interface Fault {
  victim: Victim;
  /** Selects the victim among the n processes of that kind: the one at `index` modulo n. */
  index: number;
  /** The fault happens when clients have started to send this share of the enquiries. */
  at: number;
  /** Milliseconds until the victim is restarted, or until the fault starts to be undone. */
  down: number;
}

/** A fault that happened, and the milliseconds until the pipeline recovered. */
export interface Recovery {
  victim: Victim;
  took: number;
  /** When the fault began and when everything had recovered, in milliseconds since the start. */
  from: number;
  to: number;
}

/**
 * Plans the faults of a run, in order. Each of the given kinds occurs equally often, or nearly. The
 * seed determines order, times and durations.
 */
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
  const turns = chances
    .map(({ order }, turn) => ({ order, victim: kinds[turn % kinds.length] ?? 'worker' }))
    .sort((one, other) => one.order - other.order);
  return chances.map(({ index, moment, down }, turn) => ({
    victim: turns[turn]?.victim ?? 'worker',
    index,
    // Divides the run into equal parts, each with a fault at a random moment.
    at: ((turn + moment) / count) * 0.95,
    down,
  }));
}

/**
 * Runs the planned faults one at a time. A fault begins when clients have started to send the share
 * of the enquiries that is planned for it. Waits until the pipeline has recovered from every fault,
 * but at most a minute for each.
 *
 * @param release is called with the share of the enquiries that clients can start to send. The
 *   enquiries after a fault are released only when the fault has begun.
 */
export async function injectFaults(
  fleet: Fleet,
  faults: Fault[],
  progress: () => number,
  release: (share: number) => void,
  say: (line: string) => void,
): Promise<Recovery[]> {
  const recoveries: Promise<Recovery>[] = [];
  const begun = performance.now();
  const now = () => Math.round(performance.now() - begun);
  release(faults[0]?.at ?? 1);
  for (const [turn, { victim, index, at, down }] of faults.entries()) {
    while (progress() < at) await sleep(20);
    const members = fleet.members[victim];
    const member = members[index % members.length];
    if (!member) throw new Error(`This run has no ${victim}: exclude it with --only.`);
    say(`${describeProgress(progress(), now())}: ${victim}, for ${down} ms`);
    const measure = await measureRecovery(fleet, victim);
    const from = now();
    await member.kill();
    release(faults[turn + 1]?.at ?? 1);
    await sleep(down);
    await member.start();
    recoveries.push(measure().then((took) => ({ victim, took, from, to: now() })));
  }
  return Promise.all(recoveries);
}

/**
 * Call this before the fault. Call the function that it returns as soon as the victim has been
 * restarted. That function resolves to the recovery time in milliseconds, at most a minute:
 *
 * - worker: from the kill until the jobs that were active are completed;
 * - API, enquiries desk: from the restart until all servers of that kind are ready;
 * - anything else: from the restart until every API that was ready before is ready again.
 */
async function measureRecovery(fleet: Fleet, victim: Victim): Promise<() => Promise<number>> {
  const { submissions } = fleet.queues;
  const killedAt = Date.now();
  const orphans = victim === 'worker' ? await ask(() => submissions.getActive(0, 1_000)) : [];
  const { apis, office } = fleet;
  const own = victim === 'api' ? apis : victim === 'office' ? [office] : undefined;
  const witnesses = own ?? (await readyOnes(apis));
  async function isWhole(): Promise<boolean> {
    if (victim !== 'worker') return (await readyOnes(witnesses)).length === witnesses.length;
    const states = await Promise.all(orphans.map(({ id = '' }) => submissions.getJobState(id)));
    return states.every((state) => state === 'completed' || state === 'unknown');
  }
  return async () => {
    const from = victim === 'worker' ? killedAt : Date.now();
    const deadline = Date.now() + 60_000;
    while (!(await ask(isWhole)) && Date.now() < deadline) await sleep(25);
    return Date.now() - from;
  };
}

async function readyOnes(servers: string[]): Promise<string[]> {
  const ask = async (server: string) => {
    const response = await fetch(`${server}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.text();
    return response.ok;
  };
  const answers = await Promise.all(servers.map((server) => ask(server).catch(() => false)));
  return servers.filter((_, index) => answers[index]);
}

/** The state of the queues at the end, and the milliseconds that draining took. */
export type Drain = Awaited<ReturnType<typeof waitForDrain>>;

/**
 * Waits until no job is waiting, active or delayed and no email is pending, but at most the given
 * milliseconds. Unconfirmed emails are sent again without the usual hours between the copies. If
 * they are never confirmed, their jobs do not count as failed.
 */
export async function waitForDrain(fleet: Fleet, timeout: number) {
  const both = [fleet.queues.submissions, fleet.queues.notifications];
  const count = async (...states: JobType[]) =>
    (await Promise.all(both.map((queue: Queue) => queue.getJobCountByTypes(...states)))).reduce(
      (sum, one) => sum + one,
    );
  const start = Date.now();
  let left = Infinity;
  while (left > 0 && Date.now() - start < timeout) {
    await sleep(200);
    await ask(() => simulateHours(fleet));
    const jobs = await ask(() => count('wait', 'active', 'delayed'));
    // If Redis was down when a reply was stored, the reply has no job until the next sweep.
    left = jobs + (await ask(() => countPending(fleet.database))).count;
  }
  const took = Date.now() - start;
  const refused = await fleet.queues.notifications.getFailed();
  const unconfirmed = refused.filter(({ failedReason }) => failedReason === 'unconfirmed').length;
  return { drained: left === 0, failed: (await count('failed')) - unconfirmed, took };
}

/**
 * Retries for at most a minute until a store answers: a restarted Redis rejects commands while it
 * loads its data.
 */
async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  const answer = async (): Promise<[Answer]> => [await question()];
  const [found] = await waitFor('the store answers', () => answer().catch(() => undefined), 60_000);
  return found;
}
