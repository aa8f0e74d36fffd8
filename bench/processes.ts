import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

import { findFreePort } from '../dev/ports.ts';
import { projectRoot } from '../dev/processes.ts';
import {
  buildServers,
  noLimits,
  startService,
  type Service,
  type ServiceName,
  type ServiceOptions,
} from '../testing/service.ts';
import type { SlowLoad, SlowResult } from '../testing/slow-senders.ts';
import { settingsFor } from '../testing/smtp-double.ts';
import type { Load, LoadResult } from './load-generator.ts';
import type { Spent } from './meter.ts';
import { runningNode, type Runtime } from './runtimes.ts';
import { runNode, type Session, type Stores } from './session.ts';

// In this folder, Node.js also finds the packages of bench/package.json.
const folder = 'bench/node_modules/.cache';
const baselines = `${folder}/baselines.js`;

/** Bundles the servers as for production, and the baselines in the same way. */
export async function bundleProcesses(): Promise<void> {
  await buildServers();
  await build({
    entryPoints: {
      baselines: 'bench/baselines.ts',
      meter: 'bench/meter.ts',
      'load-generator': 'bench/load-generator.ts',
      'slow-senders': 'testing/slow-senders.ts',
    },
    absWorkingDir: projectRoot,
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
}

export type MeasuredProcess = Awaited<ReturnType<typeof startMeasured>>;

// This code is preloaded into a server and reports the resource usage of its process. `ps` would be
// too coarse, because it counts in hundredths of a second at best.
const usage = `
  process.on('message', (message) => {
    if (message !== 'read usage') return;
    globalThis.gc?.();
    const { rss: now, heapUsed: heap } = process.memoryUsage();
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const cpu = (userCPUTime + systemCPUTime) / 1e6;
    process.send({ cpu, memory: { now, heap, most: maxRSS * 1024 } });
  });
  process.channel.unref();`;

/**
 * Starts a server as in production. Its log goes to a file, as under a process manager. No server
 * has a port for /metrics, because several run in parallel. Metrics are still counted.
 */
async function startMeasured(
  session: Session,
  name: ServiceName,
  settings: Record<string, string>,
  options: Pick<ServiceOptions, 'bundle' | 'port' | 'nodeArgs'> & {
    runtime?: Runtime | undefined;
  } = {},
) {
  const { runtime = runningNode, nodeArgs = [], ...rest } = options;
  const service = await startService(
    name,
    { NODE_ENV: 'production', [`${name.toUpperCase()}_METRICS_PORT`]: '0', ...settings },
    {
      ...rest,
      node: runtime.path,
      nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(usage)}`, ...nodeArgs],
      log: openSync(join(session.folder, `${name}.log`), 'a'),
    },
  );
  type Memory = Record<'now' | 'most' | 'heap', number>;
  const read = () => ask(service, 'read usage') as Promise<{ cpu: number; memory: Memory }>;
  return session.keep({
    ...service,
    /** The CPU seconds used so far. */
    cpu: async () => (await read()).cpu,
    /** Current use, peak use and heap in bytes. With --expose-gc, collects garbage first. */
    memory: async () => (await read()).memory,
  });
}

async function ask({ child }: Service, question: string): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(question);
  return ((await answer) as unknown[])[0];
}

/** Settings that disable the API's limits, which the load generator would exceed. */
const unlimited = { ...noLimits, MAX_WAITING_SUBMISSIONS: '1000000000' };

/** Starts the shipped API with the given settings; by default without limits. */
export function startShippedApi(
  session: Session,
  redisUrl: string,
  settings: Record<string, string> = unlimited,
  runtime?: Runtime,
): Promise<MeasuredProcess> {
  return startMeasured(session, 'api', { ...settings, REDIS_URL: redisUrl }, { runtime });
}

/** Starts the shipped worker. */
export function startShippedWorker(
  session: Session,
  stores: Stores,
  nodeArgs: string[] = [],
): Promise<MeasuredProcess> {
  const settings = { ...stores, ...settingsFor({ url: stores.SMTP_URL }) };
  return startMeasured(session, 'worker', settings, { nodeArgs });
}

/** Starts the worker with a meter that reports how it spends its time. */
export async function startMeteredWorker(session: Session, stores: Stores) {
  const meter = pathToFileURL(join(projectRoot, folder, 'meter.js')).href;
  const worker = await startShippedWorker(session, stores, ['--import', meter]);
  return { ...worker, spent: async () => (await ask(worker, 'read times')) as Spent };
}

/** Starts the shipped enquiries desk at the address in its OFFICE_URL. */
export async function startShippedOffice(
  session: Session,
  { REDIS_URL, MONGODB_URI }: Stores,
  settings: Record<string, string> = {},
): Promise<MeasuredProcess> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const own = { REDIS_URL, MONGODB_URI, OFFICE_URL: url, ...settings };
  return { ...(await startMeasured(session, 'office', own, { port })), url };
}

/** Starts a baseline in place of a server. */
export function startBaseline(
  session: Session,
  instead: 'api' | 'worker',
  baseline: string,
  stores: Stores,
  runtime?: Runtime,
): Promise<MeasuredProcess> {
  const settings = { ...stores, BASELINE: baseline };
  return startMeasured(session, instead, settings, { bundle: baselines, runtime });
}

/** Generates load in a separate process. Does not throw if requests fail. */
export function sendCrowd(session: Session, load: Load): Promise<LoadResult> {
  const settings = { LOAD: JSON.stringify(load) };
  return runNode(session, [`${folder}/load-generator.js`], settings) as Promise<LoadResult>;
}

/** Opens connections in a separate process. Each connection sends only one byte of a body. */
export function sendSlowly(session: Session, load: SlowLoad): Promise<SlowResult> {
  const settings = { LOAD: JSON.stringify(load) };
  return runNode(session, [`${folder}/slow-senders.js`], settings) as Promise<SlowResult>;
}

/**
 * Generates load in a separate process.
 *
 * @throws Error if a response is missing or unexpected.
 */
export async function sendLoad(session: Session, load: Load): Promise<LoadResult> {
  const result = await sendCrowd(session, load);
  if (result.failed > 0) throw new Error(`${result.failed} of ${load.requests} failed.`);
  return result;
}

/**
 * Does only the unavoidable work for a number of enquiries: inserts their documents, or sends their
 * emails. Returns the duration in seconds.
 */
export function runFloor(
  session: Session,
  floor: 'inserts' | 'mails',
  stores: Stores,
  count: number,
): Promise<number> {
  const settings = { ...stores, ...settingsFor({ url: stores.SMTP_URL }) };
  const what = { BASELINE: floor, COUNT: String(count) };
  return runNode(session, [baselines], { ...settings, ...what }) as Promise<number>;
}
