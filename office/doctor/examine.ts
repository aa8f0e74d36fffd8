import { failureCode } from '../../platform/reason.ts';
import { TimeoutError, withTimeout } from '../../platform/timeout.ts';
import { describeRefusal } from '../../storage/mongodb.ts';
import { TaskError } from '../server/task.ts';
import { checkBackups, checkClocks, checkDisk } from './check-machine.ts';
import { checkMail, checkStaff } from './check-mail.ts';
import {
  checkIndexes,
  checkMongodbDisk,
  checkMongodbWrites,
  checkQuarantine,
  checkRetention,
  checkWebhook,
} from './check-mongodb.ts';
import { checkApi, checkOffice, checkSite } from './check-outside.ts';
import { checkProcesses, checkVersions, checkWorkers } from './check-processes.ts';
import { checkFailedJobs, checkQueues, storing } from './check-queues.ts';
import { checkRedisMemory, checkRedisSettings, checkRedisWrites } from './check-redis.ts';
import { checkAlerts } from './check-alerts.ts';
import type { CheckResult, Finding, Product } from './finding.ts';
import { linkCauses, type Examined } from './link-causes.ts';
import { runbooks } from './runbooks.ts';

/** A check, what to do if it fails to run, and the checks that can explain its findings. */
type Check = [
  id: string,
  subject: string,
  run: (product: Product) => Promise<CheckResult[]>,
  remedy: string,
  follows: readonly string[],
];

const redisDown = `${runbooks.redisDown} Checking its settings needs a user with CONFIG GET.`;
const redisFirst = `Restore Redis first. ${runbooks.redisDown}`;
const mongodbFirst = `Restore MongoDB first. ${runbooks.mongodbDown}`;

/** What happens to new enquiries while a store cannot be used. */
const consequences: Readonly<Record<string, string>> = {
  redis: 'New enquiries are being refused.',
  mongodb: 'New enquiries wait in Redis.',
};

/** All checks. Each comes after those that can explain its findings, as `linkCauses` requires. */
const checks: readonly Check[] = [
  ['disk', 'Disk', checkDisk, runbooks.diskFull, []],
  ['redis', 'Redis', checkRedisWrites, redisDown, ['disk']],
  ['redis-settings', 'Redis settings', checkRedisSettings, redisDown, ['redis']],
  ['redis-memory', 'Redis memory', checkRedisMemory, redisDown, ['redis']],
  ['mongodb', 'MongoDB', checkMongodbWrites, runbooks.mongodbDown, ['disk']],
  ['mongodb-indexes', 'MongoDB indexes', checkIndexes, mongodbFirst, ['mongodb']],
  ['mongodb-disk', 'MongoDB disk', checkMongodbDisk, mongodbFirst, ['mongodb']],
  ['clocks', 'Clocks', checkClocks, redisFirst, ['redis', 'mongodb']],
  ['mail', 'Mail server', checkMail, runbooks.mailStopped, []],
  ['site', 'Site', checkSite, runbooks.siteDown, []],
  ['api', 'API', checkApi, runbooks.processDown, ['site', 'redis', 'redis-memory']],
  ['office', 'Enquiries desk', checkOffice, runbooks.processDown, ['site', 'mongodb', 'redis']],
  ['worker', 'Worker', checkWorkers, redisFirst, ['redis']],
  ['api-process', 'API process', checkProcesses('api'), redisFirst, ['redis', 'api']],
  [
    'office-process',
    'Enquiries desk process',
    checkProcesses('office'),
    redisFirst,
    ['redis', 'office'],
  ],
  ['versions', 'Versions', checkVersions, redisFirst, ['redis']],
  ['queues', 'Queues', checkQueues, redisFirst, storing],
  ['staff', 'Staff', checkStaff, mongodbFirst, [...storing, 'mail', 'queues']],
  ['failed-jobs', 'Failed jobs', checkFailedJobs, redisFirst, ['redis', 'staff']],
  ['quarantine', 'Quarantine', checkQuarantine, mongodbFirst, ['mongodb']],
  ['retention', 'Retention', checkRetention, mongodbFirst, ['mongodb']],
  ['webhook', 'Webhook', checkWebhook, mongodbFirst, ['mongodb']],
  ['backups', 'Backups', checkBackups, runbooks.backups, []],
  [
    'alerts',
    'Alerts',
    checkAlerts,
    runbooks.alerting,
    ['redis', 'mail', 'office', 'office-process'],
  ],
];

/** Milliseconds after which a check fails. */
const timeout = 12_000;

/**
 * Runs all checks in parallel, which takes one timeout at most. Findings with a known cause name it
 * in `because`. `onProgress` is called with each subject before its findings are awaited.
 */
export async function examine(
  product: Product,
  onProgress: (subject: string) => void = () => undefined,
): Promise<Finding[]> {
  const running = checks.map((check) => [check[1], inspect(check, product)] as const);
  const all: Examined[] = [];
  for (const [subject, examined] of running) {
    onProgress(subject);
    all.push(await examined);
  }
  return linkCauses(all, product.runbookUrl);
}

async function inspect(check: Check, product: Product): Promise<Examined> {
  const [id, subject, run, remedy, follows] = check;
  try {
    const results = await withTimeout(timeout, run(product));
    return { id, subject, follows, results, failed: false };
  } catch (error) {
    const says = [failureOf(error), consequences[id]].filter(Boolean).join(' ');
    const result: CheckResult = { level: 'critical', says, remedy };
    return { id, subject, follows, results: [result], failed: true };
  }
}

/** Why a check failed to run, without credentials. */
function failureOf(error: unknown): string {
  if (error instanceof TaskError) return error.message;
  if (error instanceof TimeoutError) return `No answer within ${timeout / 1_000} s.`;
  const refusal = describeRefusal(error);
  if (refusal !== undefined) return refusal;
  return `The check failed (${failureCode(error)}).`;
}
