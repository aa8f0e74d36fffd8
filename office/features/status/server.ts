import { Problem } from '../../../platform/http/problem.ts';
import { readHealth } from '../../doctor/health.ts';
import { TaskError } from '../../server/task.ts';
import {
  listFailedJobs,
  retryFailedJobs,
  setAsideFailedJobs,
  type FailedJobs,
  type FailedSelection,
} from './failed-jobs.server.ts';
import { readPipelineFigures } from './pipeline-figures.server.ts';
import { readQueueStates, setPaused } from './queue-states.server.ts';
import { traceSubmission } from './trace-submission.server.ts';
import type { Context } from '../../server/context.ts';
import { readSubmissionName } from '../enquiries/server.ts';
import { routesFor } from '../../server/route-handler.ts';
import type { Route } from '../../server/route.ts';
import { shareLook } from './share-look.server.ts';
import { statusOf } from '../../server/staff-database.ts';

/** Milliseconds for which results are cached. */
const resultLasts = 10_000;
const figuresLast = 30_000;

/** Serves the status page: without personal data, also while a store is down. */
export function statusRoutes({ doTask, product, stores }: Context): Route[] {
  const health = shareLook(resultLasts, () => readHealth(product));
  const queues = shareLook(resultLasts, () => readQueues(stores));
  const figures = shareLook(figuresLast, () => readPipelineFigures(stores));

  /** Changes jobs of a queue and invalidates the cached results. */
  async function change<Result>(...task: Parameters<typeof doTask<Result>>): Promise<Result> {
    try {
      return await doTask(...task);
    } finally {
      health.forget();
      queues.forget();
    }
  }
  const changeFailed =
    (work: typeof retryFailedJobs) =>
    async ({ reason, ...selection }: FailedSelection & { reason: string }, actor: string) => ({
      changed: await change(actor, (task) => work(task, selection, reason)),
    });

  return routesFor({
    'status.health': () => health(),
    'queue.list': () => queues(),
    'status.figures': () => figures(),
    'status.trace': ({ name }) => asProblem(traceSubmission(stores, readSubmissionName(name))),
    'queue.retry-failed': changeFailed(retryFailedJobs),
    'queue.set-aside': changeFailed(setAsideFailedJobs),
    async 'queue.pause'({ queue, reason }, actor) {
      await change(actor, (task) => setPaused(task, queue, true, reason));
      return {};
    },
    async 'queue.resume'({ queue, reason }, actor) {
      await change(actor, (task) => setPaused(task, queue, false, reason));
      return {};
    },
  });
}

/** The queues and their failed jobs, or that Redis is down. */
async function readQueues(stores: Context['stores']) {
  try {
    const [queues, groups] = await Promise.all([readQueueStates(stores), listFailedJobs(stores)]);
    return { queues, groups: groups.map(describeGroup), away: [] };
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    return { queues: [], groups: [], away: ['redis'] };
  }
}

function describeGroup({ queue, cause, count, first, last, references, mark }: FailedJobs) {
  return { queue, cause, count, first, last, references, setAside: mark };
}

/** @throws Problem instead of a TaskError. */
async function asProblem<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    throw new Problem(statusOf[error.failure], error.message);
  }
}
