import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';

import { storeSubmissionJob } from '../../contract/jobs.ts';
import { createRedis } from '../../platform/redis.ts';
import type { Fleet } from './fleet.ts';
import type { Victim } from './schedule.ts';

const patience = 60_000;

/**
 * Call before the fault; the result is called when the victim has been started again and
 * resolves with milliseconds.
 *
 * - worker: from the kill until the jobs that were active at that moment are completed;
 * - API: from its restart until both are ready;
 * - a store: from its restart until every API that was ready before is ready again.
 */
export async function measureRecovery(
  fleet: Fleet,
  victim: Victim,
): Promise<() => Promise<number>> {
  const redis = createRedis(fleet.redisUrl, 'patient');
  const queue = new Queue(storeSubmissionJob.queue, {
    connection: redis,
    prefix: '{enquiries}',
  });
  queue.on('error', () => undefined);
  const killedAt = Date.now();
  const orphans = victim === 'worker' ? await activeJobs(queue) : [];
  const witnesses = victim === 'api' ? fleet.apis : await readyOnes(fleet.apis);
  return async () => {
    const from = victim === 'worker' ? killedAt : Date.now();
    try {
      await waitFor(async () => {
        if (victim === 'worker') return areDone(queue, orphans);
        return (await readyOnes(witnesses)).length === witnesses.length;
      });
      return Date.now() - from;
    } finally {
      await queue.close();
      redis.disconnect();
    }
  };
}

async function activeJobs(queue: Queue): Promise<string[]> {
  const jobs = await queue.getActive(0, 1_000);
  return jobs.flatMap(({ id }) => (id === undefined ? [] : [id]));
}

async function areDone(queue: Queue, ids: string[]): Promise<boolean> {
  const states = await Promise.all(ids.map((id) => queue.getJobState(id)));
  return states.every((state) => state === 'completed' || state === 'unknown');
}

async function readyOnes(apis: string[]): Promise<string[]> {
  const answers = await Promise.all(apis.map((api) => isReady(api)));
  return apis.filter((_, index) => answers[index]);
}

async function isReady(api: string): Promise<boolean> {
  try {
    const response = await fetch(`${api}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > deadline) return;
    await sleep(25);
  }
}
