import { readHealth } from '../../doctor/health.ts';
import { unlessDown } from '../../server/staff-database.ts';
import { readPipelineFigures } from './pipeline-figures.server.ts';
import { readQueueStates, retryFailedJobs, setPaused } from './queues.server.ts';
import { traceSubmission } from './trace-submission.server.ts';
import type { Context } from '../../server/context.ts';
import { readEnquiryName } from '../../enquiries/find.server.ts';
import { routesFor, type Route } from '../../server/route.ts';
import { shareResult } from './share-results.server.ts';

/** Milliseconds for which results are cached. */
const resultMaxAge = 10_000;
const figuresMaxAge = 30_000;

/** Serves the status page, even while a store is down. It contains no personal data. */
export function statusRoutes({ product, stores }: Context): Route[] {
  const health = shareResult(resultMaxAge, () => readHealth(product));
  const queues = shareResult(resultMaxAge, () => readQueues(stores));
  const figures = shareResult(figuresMaxAge, () => readPipelineFigures(stores));

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
    'status.figures': () => figures(),
    'status.trace': (_task, { name }) => traceSubmission(stores, readEnquiryName(name)),
    'queue.retry-failed': async (task, { queue, reason }) => ({
      changed: await change(retryFailedJobs(task, queue, reason)),
    }),
    'queue.pause': (task, { queue, reason }) => change(setPaused(task, queue, true, reason)),
    'queue.resume': (task, { queue, reason }) => change(setPaused(task, queue, false, reason)),
  });
}

async function readQueues(stores: Context['stores']) {
  const queues = await unlessDown(() => readQueueStates(stores));
  return { queues: queues ?? [], unavailable: queues ? [] : ['redis'] };
}
