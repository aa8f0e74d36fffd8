import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

import { projectRoot } from '../dev/processes.ts';
import { buildServers, noLimits, startService, type Service } from '../testing/service.ts';
import { settingsFor } from '../testing/smtp-double.ts';
import type { Flood, FloodResult } from './hostile-generator.ts';
import type { Load, LoadResult } from './load-generator.ts';
import { runningNode, type Runtime } from './runtimes.ts';
import { runNode, type Session, type Stores } from './session.ts';

// From here Node.js finds what is in bench/package.json too.
const folder = 'bench/node_modules/.cache';
const baselines = `${folder}/baselines.js`;

/** Bundles the servers as production does, and what they are measured against in the same way. */
export async function bundleProcesses(): Promise<void> {
  await buildServers();
  await build({
    entryPoints: ['baselines', 'load-generator', 'hostile-generator'].map(
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

/** A server that can be asked how many seconds of a processor it has used so far. */
export interface MeasuredProcess extends Service {
  cpu: () => Promise<number>;
}

// Loaded ahead of the process's own code. `ps` would not do: its clock ticks only a hundred times
// a second, or once.
const meter =
  "process.on('message', () => process.send(process.cpuUsage())); process.channel.unref();";

/**
 * Starts a server as production does. What it logs goes to a file, as it would under a process
 * manager. Several run at once, so that none has a port for /metrics; it is counted still.
 */
async function startMeasured(
  session: Session,
  name: 'api' | 'worker',
  settings: Record<string, string>,
  { bundle, runtime = runningNode }: { bundle?: string; runtime?: Runtime | undefined } = {},
): Promise<MeasuredProcess> {
  const service = await startService(
    name,
    { NODE_ENV: 'production', [`${name.toUpperCase()}_METRICS_PORT`]: '0', ...settings },
    {
      bundle,
      node: runtime.path,
      nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(meter)}`],
      log: openSync(join(session.folder, `${name}.log`), 'a'),
    },
  );
  async function cpu(): Promise<number> {
    const answer = once(service.child, 'message');
    service.child.send('read meter');
    const [{ user, system }] = (await answer) as [NodeJS.CpuUsage];
    return (user + system) / 1e6;
  }
  return session.keep({ ...service, cpu });
}

/** What lets one source send as much as the load generator does. */
const unlimited = { ...noLimits, MAX_WAITING_SUBMISSIONS: '1000000000' };

/** Starts the API as shipped, except for the settings. */
export function startShippedApi(
  session: Session,
  redisUrl: string,
  settings: Record<string, string> = unlimited,
  runtime?: Runtime,
): Promise<MeasuredProcess> {
  return startMeasured(session, 'api', { ...settings, REDIS_URL: redisUrl }, { runtime });
}

/** Starts the worker as shipped. */
export function startShippedWorker(session: Session, stores: Stores): Promise<MeasuredProcess> {
  return startMeasured(session, 'worker', { ...stores, ...settingsFor({ url: stores.SMTP_URL }) });
}

/** Starts one of `baselines.ts` in the place of a server. */
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

/** Sends a load from a process of its own, of which some may fail. */
export function sendCrowd(session: Session, load: Load): Promise<LoadResult> {
  const settings = { LOAD: JSON.stringify(load) };
  return runNode(session, [`${folder}/load-generator.js`], settings) as Promise<LoadResult>;
}

/** Sends a load likewise. @throws Error when an answer is missing or unexpected. */
export async function sendLoad(session: Session, load: Load): Promise<LoadResult> {
  const result = await sendCrowd(session, load);
  if (result.failed > 0) throw new Error(`${result.failed} of ${load.requests} failed.`);
  return result;
}

/** Runs one side of a flood in a process of its own. */
export function runFlood(session: Session, flood: Flood): Promise<FloodResult> {
  const settings = { FLOOD: JSON.stringify(flood) };
  return runNode(session, [`${folder}/hostile-generator.js`], settings) as Promise<FloodResult>;
}

/** Stores enquiries with `Model.create` alone. Returns the seconds that it took. */
export function createAll(session: Session, stores: Stores, count: number): Promise<number> {
  const settings = { ...stores, BASELINE: 'create', COUNT: String(count) };
  return runNode(session, [baselines], settings) as Promise<number>;
}
