import type { Job, Queue } from 'bullmq';

import { retryDelays } from '../contract/jobs.ts';

/** How many jobs to read from one end of a list. Lists are not sorted by age, so one is too few. */
const sample = 10;

/** Ages in seconds; 0 if there is no such job. */
interface OldestJobs {
  /**
   * The longest time that a waiting or active job has been due. An active retry counts as due since
   * it started.
   */
  due: number;
  /** The time since the oldest unfinished job with a failed attempt was first due. */
  retried: number;
}

/** Estimates the ages of the oldest unfinished jobs of a queue from a sample of them. */
export async function oldestJobs(queue: Queue): Promise<OldestJobs> {
  const [waiting, active, first, last] = await Promise.all([
    queue.getJobs(['waiting'], 0, sample - 1, true),
    queue.getJobs(['active'], 0, sample - 1, true),
    queue.getJobs(['delayed'], 0, sample - 1, true),
    queue.getJobs(['delayed'], 0, sample - 1, false),
  ]);
  // A delayed job without attempts was scheduled for later, so it is not late.
  const retried = [...waiting, ...active, ...first, ...last].filter(wasTried);
  const due = [
    // BullMQ does not record when a retry became due, so the longest backoff is assumed.
    ...waiting.map((job) =>
      wasTried(job) ? (job.processedOn ?? job.timestamp) + retryDelays.longest : firstDue(job),
    ),
    ...active.map((job) => (wasTried(job) ? (job.processedOn ?? Date.now()) : firstDue(job))),
  ];
  return { due: ageOf(due), retried: ageOf(retried.map(firstDue)) };
}

/** When a job was first due: scheduled jobs are added one interval before. */
function firstDue({ timestamp, opts }: Pick<Job, 'timestamp' | 'opts'>): number {
  return timestamp + (opts.delay ?? 0);
}

function wasTried({ attemptsMade }: Pick<Job, 'attemptsMade'>): boolean {
  return attemptsMade > 0;
}

/** Seconds since the earliest of these times (milliseconds since 1970); 0 if there are none. */
function ageOf(times: readonly number[]): number {
  return Math.max(0, (Date.now() - Math.min(...times)) / 1_000);
}
