import { staffObjective } from '../contract/notifications.ts';
import { findOverdueEnquiries } from '../storage/notifications.ts';
import type { WorkerContext } from './context.ts';

/** The number of waiting jobs read per state; later ones are counted when their turn comes. */
const maxJobs = 1_000;

type Context = Pick<WorkerContext, 'lateEnquiries' | 'metrics'>;

/**
 * Counts an enquiry of which staff were just notified, unless it was counted as late before. Does not
 * wait for Redis, because the email has left anyway.
 */
export function countNotified(context: Context, submissionId: string, acceptedAt: Date): void {
  const isInTime = Date.now() - acceptedAt.getTime() <= staffObjective.within;
  if (isInTime) context.metrics.staffNotified('in_time');
  else void countLate(context, [submissionId]).catch(() => undefined);
}

/**
 * Counts each enquiry once of which staff have not been notified in time, whether it waits in Redis
 * or in MongoDB, or its notification failed.
 */
export async function countOverdue(
  context: Context & Pick<WorkerContext, 'database' | 'queues'>,
): Promise<void> {
  const before = Date.now() - staffObjective.within;
  const { submissions } = context.queues;
  const jobs = await submissions.getJobs(
    ['waiting', 'active', 'delayed', 'failed'],
    0,
    maxJobs - 1,
    true,
  );
  const waiting = jobs.filter(({ data, timestamp }) => {
    const isDue = 'form' in data && !data.canary && !data.screening?.quarantined;
    return isDue && timestamp < before;
  });
  const ids = waiting.map(({ data }) => data.id);
  await countLate(context, ids);
  await countLate(context, await findOverdueEnquiries(context.database, new Date(before)));
}

async function countLate({ lateEnquiries, metrics }: Context, ids: string[]): Promise<void> {
  if (ids.length > 0) metrics.staffNotified('late', await lateEnquiries.add(ids));
}
