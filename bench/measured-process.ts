import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

import { findFreePort, waitUntilReady } from '../dev/ports.ts';
import { projectRoot, stopChild } from '../dev/processes.ts';
import { buildServers } from '../testing/service.ts';
import type { Reading } from './meter.ts';
import type { Session, Stores } from './session.ts';

const folder = join(projectRoot, 'build/bench');

/** The path of a bundled baseline or load generator, such as `api/baselines`. */
export function benchBundle(name: string): string {
  return join(folder, `${name}.js`);
}

/** Bundles the servers as production does, and what they are measured against in the same way. */
export async function bundleProcesses(): Promise<void> {
  buildServers();
  const names = ['meter', 'load/generator', 'api/baselines', 'worker/baselines'];
  await build({
    entryPoints: names.map((name) => join(projectRoot, 'bench', `${name}.ts`)),
    outdir: folder,
    outbase: join(projectRoot, 'bench'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
}

/** A server that can be asked what it has used so far. */
export interface MeasuredProcess {
  url: string;
  read: () => Promise<Reading>;
  stop: () => Promise<void>;
}

/**
 * Starts a bundle that listens on the port in `API_PORT` or `WORKER_PORT`, and resolves when its
 * `/readyz` answers 200. What it logs goes to a file, as it would under a process manager.
 */
export async function startMeasured(
  session: Session,
  bundle: string,
  settings: Record<string, string>,
): Promise<MeasuredProcess> {
  const port = await findFreePort();
  const log = openSync(join(session.folder, `${port}.log`), 'a');
  const child = spawn(process.execPath, ['--import', benchBundle('meter'), bundle], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...settings,
      API_PORT: String(port),
      WORKER_PORT: String(port),
    },
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  const stop = () => stopChild(child);
  session.onEnd(stop);
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/readyz`, 30_000);
  return { url, stop, read: () => readMeter(child) };
}

async function readMeter(child: ChildProcess): Promise<Reading> {
  const answer = once(child, 'message');
  child.send('read meter');
  const [reading] = (await answer) as [Reading];
  return reading;
}

const unlimited = '1000000000';

/**
 * Starts the API as shipped, except that one source may send as much as the load generator does.
 * Several run at once, so that none has a port for /metrics; what is shown there is counted still.
 */
export function startShippedApi(session: Session, redisUrl: string): Promise<MeasuredProcess> {
  return startMeasured(session, join(projectRoot, 'build/api.js'), {
    RATE_LIMIT_PER_ADDRESS: unlimited,
    RATE_LIMIT_PER_MINUTE: unlimited,
    MAX_WAITING_SUBMISSIONS: unlimited,
    API_METRICS_PORT: '0',
    REDIS_URL: redisUrl,
  });
}

/** Starts the worker as shipped. */
export function startShippedWorker(session: Session, stores: Stores): Promise<MeasuredProcess> {
  return startMeasured(session, join(projectRoot, 'build/worker.js'), {
    ...stores,
    MAIL_FROM: 'office@example.co.za',
    MAIL_STAFF: 'staff@example.co.za',
    WORKER_METRICS_PORT: '0',
  });
}

/**
 * Runs a bundle to its end, and resolves with the one thing that it reports.
 *
 * @throws Error when it ends without a report.
 */
export async function runForResult<Result>(
  session: Session,
  name: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<Result> {
  const child = spawn(process.execPath, [benchBundle(name), ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  session.onEnd(() => stopChild(child));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} failed (${String(code)}).`);
  });
  ended.catch(() => undefined);
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [Result];
  return result;
}
