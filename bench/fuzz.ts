import { readFileSync } from 'node:fs';
import fc from 'fast-check';

import { buildServers, noLimits, startService } from '../testing/service.ts';
import { checkAnswer, fuzzRequest, type FuzzRequest } from '../testing/fuzz-requests.ts';
import { startOwnRedis } from '../testing/own-redis.ts';

const cases = Number(process.argv[2] ?? 20_000);
const warmUp = 2_000;
const atOnce = 8;
const longest = 15 * 60_000;

/** Kilobytes of memory that a process has. */
function memoryOf(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN);
}

buildServers();
const redis = await startOwnRedis();
const settings = {
  ...noLimits,
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  API_METRICS_PORT: '0',
  REDIS_URL: redis.url,
};
const api = await startService('api', settings);
const counts = new Map<number, number>();

async function run(count: number): Promise<void> {
  const share = Math.ceil(count / atOnce);
  const one = async (request: FuzzRequest) => {
    const status = await checkAnswer(api.url, request);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  };
  const limits = { numRuns: share, interruptAfterTimeLimit: longest, endOnFailure: true };
  const property = () => fc.assert(fc.asyncProperty(fuzzRequest, one), limits);
  await Promise.all(Array.from({ length: atOnce }, property));
}

try {
  await run(warmUp);
  const before = memoryOf(api.child.pid);
  await run(cases);
  const ratio = memoryOf(api.child.pid) / before;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.info(`${total} requests, of which ${warmUp} to warm up; answers by status:`);
  for (const [status, count] of [...counts].sort()) console.info(`  ${status}  ${count}`);
  console.info(`Memory at the end, of that after the warm-up: ${ratio.toFixed(2)}`);
  if (ratio > 2) throw new Error('The memory has grown.');
  if (/"level":"(?:error|fatal)"/.test(api.output())) throw new Error('The API logged an error.');
} finally {
  await api.kill();
  await redis.stop();
}
