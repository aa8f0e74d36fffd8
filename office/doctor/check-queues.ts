import type { Queue } from 'bullmq';

import { storeSubmissionJob } from '../../contract/jobs.ts';
import { oldestJobs } from '../../platform/oldest-jobs.ts';
import { critical, graded, ok, warning, type CheckResult, type Product } from './finding.ts';

/** Limits for the wait of the oldest job, in seconds. */
const late = { warning: 60, critical: 300 };
const queueGrows = 'See ‘The queue grows’ in docs/operations.md.';
/** Checks that can explain why enquiries are not stored. */
export const storing = ['redis', 'worker', 'mongodb', 'clocks'] as const;

export async function checkQueues(product: Product): Promise<CheckResult[]> {
  const { submissions, notifications, maintenance } = await product.queues();
  const findings = [];
  for (const queue of [submissions, notifications, maintenance] as Queue[]) {
    findings.push(...(await inspect(queue)));
  }
  return findings;
}

async function inspect(queue: Queue): Promise<CheckResult[]> {
  const { name } = queue;
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed');
  const { waiting = 0, active = 0, delayed = 0 } = counts;
  const { due, retried } = await oldestJobs(queue);
  const oldest = Math.max(due, retried);
  const says = `${name}: ${waiting} waiting, ${active} active, ${delayed} delayed; the oldest has waited ${Math.round(oldest)} s.`;
  // The digest and emails to assignees are maintenance jobs.
  const isMail = name !== storeSubmissionJob.queue;
  // Emails can be retried for a day, so only the time since an attempt became due counts.
  const lateness = graded(isMail ? due : oldest, late, says, queueGrows);
  const follows = [...storing, ...(isMail ? ['mail'] : [])];
  const findings: CheckResult[] = [];
  if (await queue.isPaused()) {
    const remedy = `Resume it on the status page, /ops/status. ${queueGrows}`;
    const paused = critical(`The queue ${name} is paused.`, remedy);
    findings.push({ part: `${name}-paused`, follows: [], ...paused });
  }
  findings.push({ part: name, follows: [`queues.${name}-paused`, ...follows], ...lateness });
  return findings;
}

/** Counts failed jobs, except maintenance jobs, which recur and need no decision. */
export async function checkFailedJobs({ queues }: Product): Promise<CheckResult[]> {
  const { submissions, notifications } = await queues();
  const findings: CheckResult[] = [];
  for (const queue of [submissions, notifications] as Queue[]) {
    const failed = await queue.getFailedCount();
    const says = `Failed jobs in ${queue.name}: ${failed}.`;
    const found = failed > 0 ? warning(says, 'See ‘Failed jobs’ in docs/operations.md.') : ok(says);
    findings.push({ part: queue.name, ...found });
  }
  return findings;
}
