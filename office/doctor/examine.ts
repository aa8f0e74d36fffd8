import { describeError } from '../../platform/redact.ts';
import { TimeoutError, withTimeout } from '../../platform/timeout.ts';
import { describeRefusal } from '../../storage/refusal.ts';
import { TaskError } from '../server/task.ts';
import { checkBackups, checkClocks, checkDisk, checkMail } from './check-machine.ts';
import {
  checkIndexes,
  checkMongodbDisk,
  checkMongodbWrites,
  checkQuarantine,
} from './check-mongodb.ts';
import { checkApi, checkOffice, checkSite } from './check-outside.ts';
import { checkProcesses, checkVersions, checkWorkers } from './check-processes.ts';
import { checkCanary, checkQueues, storing } from './check-queues.ts';
import {
  checkLimits,
  checkRedisMemory,
  checkRedisSettings,
  checkRedisWrites,
} from './check-redis.ts';
import { checkTelling } from './check-telling.ts';
import type { CheckResult, Finding, Product } from './finding.ts';
import { fold, type Examined } from './fold.ts';

/** What is inspected, how, what to do when it cannot be, and what it may follow from. */
type Check = [
  id: string,
  subject: string,
  run: (product: Product) => Promise<CheckResult[]>,
  remedy: string,
  follows: readonly string[],
];

const redisAway =
  'See docs/operations.md, Redis is down. A user without CONFIG GET cannot be asked for its settings.';
const redisFirst = 'Redis has to answer first. See docs/operations.md, Redis is down.';
const mongodbAway = 'See docs/operations.md, MongoDB is down. Enquiries wait in Redis meanwhile.';
const mongodbFirst = 'MongoDB has to answer first. See docs/operations.md, MongoDB is down.';
const processDown = 'See docs/operations.md, A process is down.';
const diskFull = 'See docs/operations.md, The disk is full.';
const siteDown = 'See docs/operations.md, The site is down.';

/** A check stands behind those that it may follow from, of which the first is named. */
const checks: readonly Check[] = [
  ['disk', 'Disk', checkDisk, diskFull, []],
  ['redis', 'Redis', checkRedisWrites, redisAway, ['disk']],
  ['redis-settings', 'Redis settings', checkRedisSettings, redisAway, ['redis']],
  ['redis-memory', 'Redis memory', checkRedisMemory, redisAway, ['redis']],
  ['limits', 'Limits', checkLimits, redisFirst, ['redis']],
  ['mongodb', 'MongoDB', checkMongodbWrites, mongodbAway, ['disk']],
  ['mongodb-indexes', 'MongoDB indexes', checkIndexes, mongodbFirst, ['mongodb']],
  ['mongodb-disk', 'MongoDB disk', checkMongodbDisk, mongodbFirst, ['mongodb']],
  ['clocks', 'Clocks', checkClocks, redisFirst, ['redis', 'mongodb']],
  ['mail', 'Mail', checkMail, 'See docs/operations.md, Email has stopped.', []],
  ['site', 'Site', checkSite, siteDown, []],
  ['api', 'API', checkApi, processDown, ['site', 'redis', 'redis-memory']],
  ['office', 'Office', checkOffice, processDown, ['site', 'mongodb', 'redis']],
  ['worker', 'Worker', checkWorkers, redisFirst, ['redis']],
  ['api-process', 'API process', checkProcesses('api'), redisFirst, ['redis', 'api']],
  ['office-process', 'Office process', checkProcesses('office'), redisFirst, ['redis', 'office']],
  ['versions', 'Versions', checkVersions, redisFirst, ['redis']],
  ['queues', 'Queues', checkQueues, redisFirst, storing],
  ['quarantine', 'Quarantine', checkQuarantine, mongodbFirst, ['mongodb']],
  [
    'canary',
    'Canary',
    checkCanary,
    redisFirst,
    [...storing, 'redis-memory', 'site', 'api', 'mail', 'queues'],
  ],
  ['backups', 'Backups', checkBackups, 'See docs/operations.md, Back up and restore.', []],
  [
    'alerts',
    'Alerts',
    checkTelling,
    'See docs/operations.md, Alerting.',
    ['redis', 'mail', 'office', 'office-process'],
  ],
];

/** Milliseconds after which a check that has no answer has its answer. */
const timeout = 12_000;

/**
 * Checks everything that enquiries need, at once: what does not answer is waited for once. What is
 * wrong because of something else that is wrong says so in `because`. `onProgress` hears of each
 * subject before its findings are waited for.
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
  return fold(all);
}

async function inspect(check: Check, product: Product): Promise<Examined> {
  const [id, subject, run, remedy, follows] = check;
  try {
    const results = await withTimeout(timeout, run(product));
    return { id, subject, follows, results, failed: false };
  } catch (error) {
    const result: CheckResult = { level: 'critical', says: failureOf(error), remedy };
    return { id, subject, follows, results: [result], failed: true };
  }
}

/** Why something could not be inspected, in words without an address or a password. */
function failureOf(error: unknown): string {
  if (error instanceof TaskError) return error.message;
  if (error instanceof TimeoutError) return 'It does not answer.';
  const refusal = describeRefusal(error);
  if (refusal !== undefined) return refusal;
  const { name, code } = describeError(error);
  const parts = [name, code].filter((part) => part !== undefined).map(String);
  return `It cannot be looked at (${parts.join(' ')}).`;
}
