import { staffObjective } from '../contract/notifications.ts';
import { findOverdueEnquiries } from '../storage/notifications.ts';
import type { WorkerContext } from './context.ts';

/** The maximum number of jobs read per state; later sweeps count the rest. */
const maxJobs = 1_000;

type Context = Pick<WorkerContext, 'lateEnquiries' | 'metrics'>;

/**
 * When staff have been notified of an enquiry, counts it as in time or late. Each late enquiry is
 * counted only once. Does not wait for Redis, because the email has already been sent.
 */
export function countNotified(context: Context, submissionId: string, acceptedAt: Date): void {
  const isInTime = Date.now() - acceptedAt.getTime() <= staffObjective.within;
  if (isInTime) context.metrics.staffNotified('in_time');
  else void countLate(context, [submissionId]).catch(() => undefined);
}

/**
 * Counts the enquiries that staff have not been notified of in time, each only once: those waiting
 * in Redis or in MongoDB, and those whose notification failed.
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
    // An invalid job can have any data.
    const fields = { ...data };
    const isDue = 'form' in fields && !fields.screening?.quarantined;
    return isDue && timestamp < before;
  });
  const ids = waiting.map(({ data }) => data.id);
  await countLate(context, ids);
  await countLate(context, await findOverdueEnquiries(context.database, new Date(before)));
}

async function countLate({ lateEnquiries, metrics }: Context, ids: string[]): Promise<void> {
  if (ids.length > 0) metrics.staffNotified('late', await lateEnquiries.add(ids));
}
