import {
  notifyOwnerJob,
  sendDigestJob,
  sendNotificationJob,
  storeSubmissionJob,
  sweepNotificationsJob,
} from '../contract/jobs.ts';
import { type NotificationKind, notificationKinds } from '../contract/notifications.ts';
import { createMetrics } from '../platform/metrics.ts';
import { startMetricsServer, type OpsServer } from '../platform/ops-servers.ts';
import { watchQueues, watchRedis } from '../platform/redis-metrics.ts';
import { findUnseen, unseenAtMost } from '../storage/quarantine.ts';
import type { ClockName } from './clock.ts';
import type { WorkerContext } from './context.ts';

/** Whether a failed attempt will be retried or was the last one. */
type Failure = 'retried' | 'failed';
/**
 * `outage`: the mail server failed, so the email is retried. `refused`: the visitor's address was
 * refused. `unconfirmed`: the mail server may have delivered the email.
 */
type MailFailure = Failure | 'outage' | 'refused' | 'unconfirmed';
type Promptness = 'in_time' | 'late';

/** The worker's metrics. No label contains personal data. */
export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

// From a fraction of a second, which is usual, to a day, after which emails are not retried.
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 14_400, 86_400];
const failures: readonly Failure[] = ['retried', 'failed'];
const clocks: readonly ClockName[] = ['api', 'worker', 'redis', 'mongodb'];
const jobs = [
  storeSubmissionJob,
  sendNotificationJob,
  sweepNotificationsJob,
  notifyOwnerJob,
  sendDigestJob,
];

/** Creates the worker's metrics, with every counter starting at 0. */
export function createWorkerMetrics() {
  const metrics = createMetrics('worker');
  const toStored = metrics.histogram(
    'enquiries_accepted_to_stored_seconds',
    'Time from the 202 response until the enquiry is in MongoDB.',
    ['source'],
    buckets,
  );
  const toMailed = metrics.histogram(
    'enquiries_accepted_to_mailed_seconds',
    'Time from the 202 response until the mail server has the email.',
    ['kind'],
    buckets,
  );
  const mails = metrics.counter(
    'enquiries_mails_total',
    'Attempts to send an email, by outcome. withheld: a limit was reached, or it has no recipient. refused: ' +
      "permanently, by the visitor's address.",
    ['kind', 'outcome'],
  );
  const notified = metrics.counter(
    'enquiries_staff_notified_total',
    'Enquiries whose staff notification left within five minutes of acceptance (in_time), or had ' +
      'not left by then (late).',
    ['result'],
  );
  const duplicates = metrics.counter(
    'enquiries_mail_duplicates_total',
    'Extra copies of emails, sent because the mail server did not confirm the first.',
    ['kind'],
  );
  // The label is not `job`, because Prometheus sets that itself.
  const jobFailures = metrics.counter(
    'enquiries_job_failures_total',
    'Failed attempts of jobs: retried, or failed for good.',
    ['task', 'outcome'],
  );
  const stalled = metrics.counter(
    'enquiries_jobs_stalled_total',
    'Jobs whose worker disappeared while processing them.',
    ['queue'],
  );
  const replaced = metrics.counter(
    'enquiries_consumers_replaced_total',
    'Consumers replaced by the watchdog because they made no progress.',
    ['queue'],
  );
  const wrongClocks = metrics.counter(
    'enquiries_wrong_clocks_total',
    'Number of times a clock was wrong by more than an hour.',
    ['clock'],
  );
  // Every series starts at 0, because Prometheus misses the first increment of a new one.
  toStored.zero({ source: 'visitor' });
  for (const result of ['in_time', 'late']) notified.inc({ result }, 0);
  for (const clock of clocks) wrongClocks.inc({ clock }, 0);
  for (const kind of notificationKinds) toMailed.zero({ kind });
  for (const outcome of failures) {
    for (const { name } of jobs) jobFailures.inc({ task: name, outcome }, 0);
  }
  for (const kind of notificationKinds) duplicates.inc({ kind }, 0);
  for (const outcome of ['sent', 'withheld', 'outage', 'refused', 'unconfirmed', ...failures]) {
    for (const kind of notificationKinds) mails.inc({ kind, outcome }, 0);
  }
  return {
    ...metrics,
    stored: (acceptedAt: Date) => toStored.observe({ source: 'visitor' }, secondsSince(acceptedAt)),
    /** Without `acceptedAt` the delivery time is not recorded. */
    mailed: (kind: NotificationKind, acceptedAt?: Date) => {
      mails.inc({ kind, outcome: 'sent' });
      if (acceptedAt) toMailed.observe({ kind }, secondsSince(acceptedAt));
    },
    staffNotified: (result: Promptness, enquiries = 1) => notified.inc({ result }, enquiries),
    mailWithheld: (kind: NotificationKind) => mails.inc({ kind, outcome: 'withheld' }),
    mailDuplicated: (kind: NotificationKind) => duplicates.inc({ kind }),
    mailFailed: (kind: NotificationKind, outcome: MailFailure) => mails.inc({ kind, outcome }),
    jobFailed: (task: string, outcome: Failure) => jobFailures.inc({ task, outcome }),
    jobStalled: (queue: string) => stalled.inc({ queue }),
    consumerReplaced: (queue: string) => replaced.inc({ queue }),
    clockWrong: (clock: ClockName) => wrongClocks.inc({ clock }),
  };
}

function secondsSince(date: Date): number {
  return Math.max(0, (Date.now() - date.getTime()) / 1_000);
}

/** Serves the worker's metrics and those that are read from Redis and MongoDB at each scrape. */
export async function serveMetrics(context: WorkerContext): Promise<OpsServer | undefined> {
  const { config, metrics, queues, redis } = context;
  watchQueues(metrics, Object.values(queues));
  watchRedis(metrics, redis);
  watchMongodb(context);
  watchQuarantine(context);
  return startMetricsServer(config.metrics, context);
}

function watchMongodb({ metrics, database }: WorkerContext): void {
  const up = metrics.gauge(
    'enquiries_mongodb_up',
    '1 if MongoDB answered this scrape, otherwise 0.',
  );
  metrics.collect({
    async read() {
      await database.ping();
      return () => up.set(1);
    },
    unknown: () => up.set(0),
  });
}

function watchQuarantine({ metrics, database }: WorkerContext): void {
  const unseen = metrics.gauge(
    'enquiries_quarantine_unseen',
    `Quarantined enquiries that nobody has viewed yet, up to ${unseenAtMost}.`,
  );
  const age = metrics.gauge(
    'enquiries_quarantine_unseen_age_seconds',
    'Age of the oldest quarantined enquiry that nobody has viewed; 0 if there are none.',
  );
  function forget(): void {
    for (const gauge of [unseen, age]) gauge.remove();
  }
  forget();
  metrics.collect({
    async read() {
      const { count, oldest } = await findUnseen(database);
      return () => {
        unseen.set(count);
        age.set(oldest ? secondsSince(oldest) : 0);
      };
    },
    unknown: forget,
  });
}
