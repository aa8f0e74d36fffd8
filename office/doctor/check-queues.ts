import type { Queue } from 'bullmq';

import { sendNotificationJob, sweepNotificationsJob } from '../../contract/jobs.ts';
import { oldestJobAge } from '../../platform/redis-metrics.ts';
import { findLastCanary } from '../../storage/submissions.ts';
import { critical, graded, ok, warning, type CheckResult, type Product } from './finding.ts';

/** Seconds for which the oldest job has waited. */
const late = { warning: 60, critical: 300 };
const minute = 60_000;

export async function checkQueues({ queues }: Product): Promise<CheckResult[]> {
  const { submissions, notifications, maintenance } = await queues();
  const findings = [];
  for (const queue of [submissions, notifications, maintenance] as Queue[]) {
    findings.push(...(await inspect(queue)));
  }
  return findings;
}

async function inspect(queue: Queue): Promise<CheckResult[]> {
  const { name } = queue;
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
  const age = Math.round(await oldestJobAge(queue));
  const says = `${name}: ${waiting} wait, ${active} run, ${delayed} are due later; the oldest has waited ${age} s.`;
  // A mail may be tried again for a day, as long as its recipient takes none.
  const isTriedAgain = name === sendNotificationJob.queue && waiting === 0;
  const limits = isTriedAgain ? { ...late, critical: Infinity } : late;
  const findings = [graded(age, limits, says, 'See docs/operations.md, The queue grows.')];
  // The jobs of maintenance come again by themselves.
  if (failed > 0 && name !== sweepNotificationsJob.queue) {
    findings.push(warning(`${name}: given up: ${failed}.`, 'See docs/operations.md, Failed jobs.'));
  }
  if (await queue.isPaused()) {
    findings.push(critical(`${name} is paused.`, 'Resume it on the queue board, /ops/queues.'));
  }
  if ((await queue.getWorkersCount()) === 0) {
    findings.push(critical(`${name}: no worker takes its jobs.`, 'Start the worker.'));
  }
  return findings;
}

export async function checkCanary({ database, queues }: Product): Promise<CheckResult[]> {
  const { maintenance } = await queues();
  const scheduler = await maintenance.getJobScheduler('send-canary');
  if (!scheduler?.every) return [ok('It is off (CANARY_EVERY_MINUTES is 0).')];
  const last = await findLastCanary(await database());
  const age = last ? Date.now() - last.getTime() : Infinity;
  const says = last
    ? `The last one that came through was sent ${Math.round(age / 1_000)} s ago.`
    : 'None has come through in the last day.';
  const allowed = Math.max(2 * scheduler.every, 2 * minute);
  return [age > allowed ? critical(says, 'See docs/operations.md, No canary.') : ok(says)];
}
