import type { Queue } from 'bullmq';

import { sweepNotificationsJob } from '../../contract/jobs.ts';
import { oldestJobAge } from '../../platform/queue-metrics.ts';
import type { StaffContext } from '../context.ts';
import { critical, ok, warning, type Check, type Finding } from './finding.ts';

const late = { warning: 60, critical: 300 };

export function checkQueues({ queues }: StaffContext): Check {
  return {
    subject: 'Queues',
    mend: 'Redis has to answer first.',
    async run() {
      const findings = [];
      for (const queue of Object.values(await queues())) findings.push(...(await look(queue)));
      return findings;
    },
  };
}

async function look(queue: Queue): Promise<Omit<Finding, 'subject'>[]> {
  const { name } = queue;
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
  const age = Math.round(await oldestJobAge(queue));
  const says = `${name}: ${waiting} wait, ${active} run, ${delayed} are due later; the oldest has waited ${age} s.`;
  const mend = 'See docs/operations.md, The queue grows.';
  const findings = [
    age > late.critical
      ? critical(says, mend)
      : age > late.warning
        ? warning(says, mend)
        : ok(says),
  ];
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
