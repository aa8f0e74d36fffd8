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

/** Milliseconds for which what was seen is shown to whoever looks. */
const lookLasts = 10_000;
const figuresLast = 30_000;

/** What the status page does: nothing personal, and with either store away too. */
export function statusRoutes({ doTask, product, stores }: Context): Route[] {
  const health = shareLook(lookLasts, () => readHealth(product));
  const queues = shareLook(lookLasts, () => lookAtQueues(stores));
  const figures = shareLook(figuresLast, () => readPipelineFigures(stores));

  /** Changes something about the jobs of a queue, after which everybody looks anew. */
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

/** The queues and what failed in them; with Redis away, that it is. */
async function lookAtQueues(stores: Context['stores']) {
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

/** @throws Problem in the place of a TaskError. */
async function asProblem<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    throw new Problem(statusOf[error.failure], error.message);
  }
}
