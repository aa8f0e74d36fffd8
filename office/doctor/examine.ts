import { describeError } from '../../platform/redact.ts';
import { TimeoutError, withTimeout } from '../../platform/timeout.ts';
import { describeRefusal } from '../../storage/refusal.ts';
import { TaskError } from '../tasks/context.ts';
import { checkClocks, checkDisk, checkMail } from './check-machine.ts';
import { checkIndexes, checkMongodbWrites, checkQuarantine } from './check-mongodb.ts';
import { checkCanary, checkQueues } from './check-queues.ts';
import {
  checkLimits,
  checkRedisMemory,
  checkRedisSettings,
  checkRedisWrites,
} from './check-redis.ts';
import type { CheckResult, Finding, Product } from './finding.ts';

/** What is inspected, how, and what to do when it cannot be. */
type Check = [subject: string, run: (product: Product) => Promise<CheckResult[]>, remedy: string];

const redisAway =
  'Start Redis, or set REDIS_URL to it. A user without CONFIG GET cannot be asked for its settings.';
const mongodbAway = 'See docs/operations.md, MongoDB is down. Enquiries wait in Redis meanwhile.';

const checks: readonly Check[] = [
  ['Redis', checkRedisWrites, redisAway],
  ['Redis settings', checkRedisSettings, redisAway],
  ['Redis memory', checkRedisMemory, 'See docs/operations.md, Redis is down.'],
  ['Limits', checkLimits, 'Redis has to answer first.'],
  ['MongoDB', checkMongodbWrites, mongodbAway],
  ['MongoDB indexes', checkIndexes, 'MongoDB has to answer first.'],
  ['Mail', checkMail, 'See docs/operations.md, Mail has stopped.'],
  ['Queues', checkQueues, 'Redis has to answer first.'],
  ['Quarantine', checkQuarantine, 'MongoDB has to answer first.'],
  ['Canary', checkCanary, 'Redis and MongoDB have to answer first.'],
  ['Clocks', checkClocks, 'Redis and MongoDB have to answer first.'],
  ['Disk', checkDisk, 'Set DATA_DIR to the folder of the data.'],
];

/** Milliseconds after which a check that has no answer has its answer. */
const timeout = 12_000;

/**
 * Checks everything that enquiries need, at once: what does not answer is waited for once.
 * `onProgress` hears of each subject before its findings are waited for.
 */
export async function examine(
  product: Product,
  onProgress: (subject: string) => void,
): Promise<Finding[]> {
  const running = checks.map((check) => [check[0], inspect(check, product)] as const);
  const all: Finding[] = [];
  for (const [subject, findings] of running) {
    onProgress(subject);
    all.push(...(await findings));
  }
  return all;
}

async function inspect([subject, run, remedy]: Check, product: Product): Promise<Finding[]> {
  try {
    const findings = await withTimeout(timeout, run(product));
    return findings.map((finding) => ({ subject, ...finding }));
  } catch (error) {
    return [{ subject, level: 'critical', says: failureOf(error), remedy }];
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
