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
import { settingsFor } from '../testing/smtp-double.ts';
import type { Load, LoadResult } from './load-generator.ts';
import type { Spent } from './meter.ts';
import type { SlowLoad, SlowResult } from './slow-senders.ts';
import { runningNode, type Runtime } from './runtimes.ts';
import { runNode, type Session, type Stores } from './session.ts';

// From here Node.js finds the packages of bench/package.json too.
const folder = 'bench/node_modules/.cache';
const baselines = `${folder}/baselines.js`;

/** Bundles the servers as for production, and the baselines in the same way. */
export async function bundleProcesses(): Promise<void> {
  await buildServers();
  await build({
    entryPoints: ['baselines', 'meter', 'load-generator', 'slow-senders'].map(
      (name) => `bench/${name}.ts`,
    ),
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

/** A server that reports its resource usage. */
export interface MeasuredProcess extends Service {
  /** CPU seconds. */
  cpu: () => Promise<number>;
  /** Memory in bytes: now, and the maximum so far. */
  memory: () => Promise<{ now: number; most: number }>;
}

interface Usage extends NodeJS.CpuUsage {
  rss: number;
  /** In kilobytes. */
  maxRSS: number;
}

// Loaded before the process's own code. `ps` is too coarse: its clock ticks at most a hundred times
// a second.
const usage = `
  process.on('message', (message) => {
    if (message !== 'read usage') return;
    const { maxRSS } = process.resourceUsage();
    process.send({ ...process.cpuUsage(), rss: process.memoryUsage.rss(), maxRSS });
  });
  process.channel.unref();`;

/**
 * Starts a server as in production. Its log goes to a file, as under a process manager. Several run in
 * parallel, so none has a port for /metrics; metrics are still counted.
 */
async function startMeasured(
  session: Session,
  name: ServiceName,
  settings: Record<string, string>,
  options: Pick<ServiceOptions, 'bundle' | 'port' | 'nodeArgs'> & {
    runtime?: Runtime | undefined;
  } = {},
): Promise<MeasuredProcess> {
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
  async function read(): Promise<Usage> {
    return (await ask(service, 'read usage')) as Usage;
  }
  return session.keep({
    ...service,
    async cpu() {
      const { user, system } = await read();
      return (user + system) / 1e6;
    },
    async memory() {
      const { rss, maxRSS } = await read();
      return { now: rss, most: maxRSS * 1_024 };
    },
  });
}

async function ask({ child }: Service, question: string): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(question);
  return ((await answer) as unknown[])[0];
}

/** Settings without limits for the load generator. */
const unlimited = { ...noLimits, MAX_WAITING_SUBMISSIONS: '1000000000' };

/** Starts the shipped API with the given settings. */
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

/** Starts it with a meter that reports how its time is spent. */
export async function startMeteredWorker(session: Session, stores: Stores) {
  const meter = pathToFileURL(join(projectRoot, folder, 'meter.js')).href;
  const worker = await startShippedWorker(session, stores, ['--import', meter]);
  return { ...worker, spent: async () => (await ask(worker, 'read times')) as Spent };
}

/** Starts the shipped office, at an address that its pages accept. */
export async function startShippedOffice(
  session: Session,
  { REDIS_URL, MONGODB_URI }: Stores,
): Promise<MeasuredProcess> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const settings = { REDIS_URL, MONGODB_URI, OFFICE_URL: url };
  return { ...(await startMeasured(session, 'office', settings, { port })), url };
}

/** Starts a baseline instead of a server. */
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

/** Generates load in a separate process; requests may fail. */
export function sendCrowd(session: Session, load: Load): Promise<LoadResult> {
  const settings = { LOAD: JSON.stringify(load) };
  return runNode(session, [`${folder}/load-generator.js`], settings) as Promise<LoadResult>;
}

/** Opens connections that send one byte of a body, in a separate process. */
export function sendSlowly(session: Session, load: SlowLoad): Promise<SlowResult> {
  const settings = { LOAD: JSON.stringify(load) };
  return runNode(session, [`${folder}/slow-senders.js`], settings) as Promise<SlowResult>;
}

/**
 * Generates load in the same way.
 *
 * @throws Error if a response is missing or unexpected.
 */
export async function sendLoad(session: Session, load: Load): Promise<LoadResult> {
  const result = await sendCrowd(session, load);
  if (result.failed > 0) throw new Error(`${result.failed} of ${load.requests} failed.`);
  return result;
}

/**
 * Performs only the unavoidable work for the given number of enquiries: `inserts` of their
 * documents, or their `mails`. Returns the duration in seconds.
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
