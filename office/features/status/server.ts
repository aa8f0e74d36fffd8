import { runChecks, worstOf } from '../../checks/run-checks.ts';
import type { Context } from '../../server/context.ts';
import { routesFor, type Route } from '../../server/route.ts';
import { unlessDown } from '../../server/staff-database.ts';
import { readQueues, removeFailedJobs, retryFailedJobs, setPaused } from './queues.server.ts';
import { shareResult } from './share-results.server.ts';

/** Milliseconds for which results are cached. */
const resultMaxAge = 10_000;

/** Serves the status page, even while a store is down. It contains no personal data. */
export function statusRoutes({ checked, stores }: Context): Route[] {
  const health = shareResult(resultMaxAge, async () => {
    const findings = await runChecks(checked);
    return { level: worstOf(findings), findings };
  });
  const queues = shareResult(resultMaxAge, async () => ({
    at: new Date(),
    queues: (await unlessDown(() => readQueues(stores))) ?? [],
  }));

  /** Waits for a change to a queue, then invalidates the cached health and queue states. */
  async function change<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } finally {
      health.invalidate();
      queues.invalidate();
    }
  }

  return routesFor({
    'status.health': () => health(),
    'queue.list': () => queues(),
    'queue.retry-failed': async (task, { queue, reason }) => ({
      changed: await change(retryFailedJobs(task, queue, reason)),
    }),
    'queue.remove-failed': async (task, { queue, reason }) => ({
      changed: await change(removeFailedJobs(task, queue, reason)),
    }),
    'queue.pause': (task, { queue, reason }) => change(setPaused(task, queue, true, reason)),
    'queue.resume': (task, { queue, reason }) => change(setPaused(task, queue, false, reason)),
  });
}
