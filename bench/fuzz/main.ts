import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';

import { stopChild } from '../../dev/children.ts';
import { findFreePort } from '../../dev/ports.ts';
import { projectRoot } from '../../dev/processes.ts';
import { ensureRedisServer, startRedisServer } from '../../dev/redis-server.ts';
import { startService } from '../../dev/service.ts';
import { checkAnswer } from '../../tests/api/check-answer.ts';
import { fuzzRequest, type FuzzRequest } from '../../tests/api/fuzz-requests.ts';

const cases = Number(process.argv[2] ?? 20_000);
const warmUp = 2_000;
const atOnce = 8;
const longest = 15 * 60_000;
const unlimited = '1000000000';

/** Kilobytes of memory that a process has. */
function memoryOf(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN);
}

async function main(): Promise<void> {
  spawnSync('npm', ['run', '--silent', 'build:servers'], { cwd: projectRoot, stdio: 'inherit' });
  const dataDir = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const port = await findFreePort();
  const redis = await startRedisServer({ binary: ensureRedisServer(console.info), port, dataDir });
  const settings = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    API_METRICS_PORT: '0',
    REDIS_URL: `redis://127.0.0.1:${port}`,
    RATE_LIMIT_PER_ADDRESS: unlimited,
    RATE_LIMIT_PER_EMAIL: unlimited,
    RATE_LIMIT_PER_MINUTE: unlimited,
  };
  const api = await startService('api', settings, { bundle: true });
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
    await stopChild(redis);
    await rm(dataDir, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
