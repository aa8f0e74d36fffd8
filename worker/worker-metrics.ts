import { Counter, Histogram } from 'prom-client';

import {
  sendCanaryJob,
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
  type NotificationKind,
} from '../contract/jobs.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';

/** A visitor's enquiry, or one that the system sends to itself. */
export type SubmissionSource = 'visitor' | 'canary';
export type MailKind = NotificationKind | 'canary';
/** An attempt that failed is repeated later, or was the last one. */
export type Failure = 'retried' | 'failed';

/** What the worker counts. No label ever says anything of a visitor. */
export interface WorkerMetrics extends Metrics {
  stored(source: SubmissionSource, acceptedAt: Date): void;
  /** `acceptedAt` is left out where a person has decided when the mail leaves. */
  mailed(kind: MailKind, acceptedAt?: Date): void;
  mailFailed(kind: MailKind, outcome: Failure): void;
  jobFailed(task: string, outcome: Failure): void;
  jobStalled(queue: string): void;
  consumerReplaced(queue: string): void;
}

// From the usual fraction of a second to the day for which mail is tried again.
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 14_400, 86_400];
const mailKinds: readonly MailKind[] = ['staff', 'acknowledgement', 'canary'];
const failures: readonly Failure[] = ['retried', 'failed'];
const jobs = [storeSubmissionJob, sendNotificationJob, sweepNotificationsJob, sendCanaryJob];

/** Creates the metrics of a worker. A counter is there, at 0, before anything is counted. */
export function createWorkerMetrics(): WorkerMetrics {
  const metrics = createMetrics('worker');
  const registers = [metrics.registry];
  const toStored = new Histogram({
    name: 'enquiries_accepted_to_stored_seconds',
    help: 'Time from the 202 to the enquiry being in MongoDB.',
    labelNames: ['source'],
    buckets,
    registers,
  });
  const toMailed = new Histogram({
    name: 'enquiries_accepted_to_mailed_seconds',
    help: 'Time from the 202 to the mail server having the mail.',
    labelNames: ['kind'],
    buckets,
    registers,
  });
  const mails = new Counter({
    name: 'enquiries_mails_total',
    help: 'Attempts to send a mail, by what became of them.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const jobFailures = new Counter({
    name: 'enquiries_job_failures_total',
    help: 'Attempts to do a job that failed, by what comes next.',
    // `job` is Prometheus's own label, for what it scrapes.
    labelNames: ['task', 'outcome'],
    registers,
  });
  const stalled = new Counter({
    name: 'enquiries_jobs_stalled_total',
    help: 'Jobs whose worker went away while it worked on them.',
    labelNames: ['queue'],
    registers,
  });
  const replaced = new Counter({
    name: 'enquiries_consumers_replaced_total',
    help: 'Times that the watchdog replaced a consumer that made no progress.',
    labelNames: ['queue'],
    registers,
  });
  // Prometheus sees no change in a series that begins with its first event.
  for (const source of ['visitor', 'canary']) toStored.zero({ source });
  for (const kind of mailKinds) toMailed.zero({ kind });
  for (const outcome of failures) {
    for (const { name } of jobs) jobFailures.inc({ task: name, outcome }, 0);
  }
  for (const outcome of ['sent', ...failures]) {
    for (const kind of mailKinds) mails.inc({ kind, outcome }, 0);
  }
  return {
    ...metrics,
    stored: (source, acceptedAt) => toStored.observe({ source }, secondsSince(acceptedAt)),
    mailed(kind, acceptedAt) {
      mails.inc({ kind, outcome: 'sent' });
      if (acceptedAt) toMailed.observe({ kind }, secondsSince(acceptedAt));
    },
    mailFailed: (kind, outcome) => mails.inc({ kind, outcome }),
    jobFailed: (task, outcome) => jobFailures.inc({ task, outcome }),
    jobStalled: (queue) => stalled.inc({ queue }),
    consumerReplaced: (queue) => replaced.inc({ queue }),
  };
}

function secondsSince(date: Date): number {
  return Math.max(0, (Date.now() - date.getTime()) / 1_000);
}
