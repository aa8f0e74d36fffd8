import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';

import { reasonOf } from '../../platform/reason.ts';
import { confirmWrite, readMemory, type RedisClient } from '../../platform/redis.ts';
import { TaskError } from '../server/task.ts';
import {
  critical,
  graded,
  notChecked,
  ok,
  startTimer,
  warning,
  type CheckResult,
  type Product,
} from './finding.ts';
import { runbooks } from './runbooks.ts';

const redisFull = 'See ‘Redis is full’ in docs/operations.md.';
/** Limits for the used share of the memory. */
const fullness = { warning: 0.6, critical: 0.8 };

/**
 * The settings with which the API's 202 means that an enquiry is safe on disk: the required value
 * of each, and the risk of any other value.
 */
const wanted = {
  appendonly: ['yes', 'Accepted enquiries are lost when Redis restarts.'],
  appendfsync: ['always', 'A power cut can lose the enquiries of the last second.'],
  'maxmemory-policy': ['noeviction', 'A full Redis silently discards enquiries.'],
} as const;

/** Milliseconds within which a lost connection is expected to be restored. */
const reconnectsWithin = 3_000;
const retryAfter = 100;
/**
 * Failures that can hide the real reason. The check retries after them: for example, the client
 * reconnects after READONLY.
 */
const withoutAnswer = /^(closed|not connected|timeout)$/;

export async function checkRedisWrites(product: Product): Promise<CheckResult[]> {
  const deadline = performance.now() + reconnectsWithin;
  for (;;) {
    try {
      return await writeToRedis(product, await product.redis());
    } catch (error) {
      const isKnown = !withoutAnswer.test(reasonOf(error) ?? '');
      if (isKnown || performance.now() > deadline) return [refusedWrite(error)];
    }
    await sleep(retryAfter);
  }
}

async function writeToRedis(
  { queuePrefix }: Product,
  connection: RedisClient,
): Promise<CheckResult[]> {
  const timer = startTimer();
  await confirmWrite(connection, queuePrefix);
  return [ok('Redis accepts writes.', timer())];
}

function refusedWrite(error: unknown): CheckResult {
  if (error instanceof TaskError) throw error;
  const reason = reasonOf(error) ?? 'not connected';
  const says = `Redis is not accepting writes (${reason}). New enquiries are being refused.`;
  return critical(says, reason === 'oom' ? redisFull : runbooks.redisDown);
}

export async function checkRedisSettings({ redis }: Product): Promise<CheckResult[]> {
  const connection = await redis();
  const findings: CheckResult[] = [];
  for (const [name, [value, risk]] of Object.entries(wanted)) {
    const found = await readSetting(connection, name);
    if (found === undefined) {
      findings.push({ part: name, ...notChecked('this Redis does not show its settings') });
      continue;
    }
    const line = `${name} is ${found}`;
    const remedy = `redis-cli CONFIG SET ${name} ${value}. See ‘Redis is misconfigured’ in docs/operations.md.`;
    const judged = found === value ? ok(`${line}.`) : critical(`${line}. ${risk}`, remedy);
    findings.push({ part: name, ...judged });
  }
  const info = await connection.info();
  if (/^aof_last_write_status:(?!ok)/m.test(info)) {
    const says = 'The last save of Redis to disk failed.';
    findings.push({ part: 'disk', ...critical(says, runbooks.redisDown) });
  }
  const evicted = Number(/^evicted_keys:(\d+)/m.exec(info)?.[1] ?? 0);
  if (evicted > 0) {
    const says = `Keys evicted since Redis started: ${evicted}.`;
    findings.push({ part: 'evicted', ...warning(says, redisFull) });
  }
  return findings;
}

/** Reads a setting. Undefined on managed servers that have no `CONFIG` command. */
async function readSetting(node: Redis, name: string): Promise<string | undefined> {
  const answer = await node.config('GET', name).catch((error: unknown) => {
    if (/unknown command/i.test(String(error))) return undefined;
    throw error;
  });
  if (!answer) return undefined;
  const [, value] = answer as [string?, string?];
  return value ?? 'unknown';
}

export async function checkRedisMemory({ redis }: Product): Promise<CheckResult[]> {
  const { used, max, limited } = await readMemory(await redis());
  const share = max > 0 ? used / max : 0;
  const of = limited ? 'its maxmemory' : "its machine's memory (there is no maxmemory)";
  const megabytes = (used / 1_048_576).toLocaleString('en-ZA', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const says = `${megabytes} MB in use, ${Math.round(share * 100)}% of ${of}.`;
  return [graded(share, fullness, says, redisFull)];
}
