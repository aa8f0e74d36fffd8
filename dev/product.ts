import type { ChildProcess, StdioOptions } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';

import { doctorSettings } from '../office/config.ts';
import { buildIfStale, builtSite } from './build-site.ts';
import { lockFolder, stopOrphans, writeDown } from './folder-lock.ts';
import { preferPort, requirePort } from './ports.ts';
import { isOk, spawnNode, supervise, type Startable } from './processes.ts';
import type { DevSettings } from './settings.ts';
import { serveSite } from './site-server.ts';
import { prepareMongodb, prepareRedis } from './stores.ts';

/** `dev` serves and watches the sources; `start` runs the built product. */
type Mode = 'start' | 'dev';
type Settings = Record<string, string>;

export type Running = Awaited<ReturnType<typeof startProduct>>['running'];

const ports = ['SITE_PORT', 'API_PORT', 'WORKER_PORT', 'OFFICE_PORT'] as const;
const metricsPorts = ['API_METRICS_PORT', 'WORKER_METRICS_PORT', 'OFFICE_METRICS_PORT'] as const;

const local = (port: number) => `http://127.0.0.1:${port}`;

/** Starts the stores, API, worker, enquiries desk and site. Stops all of them on failure. */
export async function startProduct(mode: Mode, given: DevSettings) {
  const config = { ...given };
  const { REDIS_URL, MONGODB_URI } = config;
  const dataDir = resolve(config.DATA_DIR);
  const site = local(config.SITE_PORT);
  const since = new Date().toLocaleString('sv');
  const owner = `npm start: process ${process.pid} on ${hostname()} since ${since}, ${site}. Stop it, or set DATA_DIR to another folder`;
  const runningFile = join(dataDir, 'running.json');
  const processesFile = join(dataDir, 'processes');
  const stops: (() => unknown)[] = [
    lockFolder(dataDir, owner),
    () => rmSync(runningFile, { force: true }),
  ];
  const ready: Promise<unknown>[] = [];
  /** Starts processes at once. They stop together, before what was started earlier. */
  function start(processes: Startable[]): void {
    const noteDown = (child: ChildProcess) => writeDown(processesFile, child);
    const supervisors = processes.map((startable) => supervise(startable, noteDown));
    ready.push(...supervisors.map((supervisor) => supervisor.ready));
    stops.push(() => Promise.all(supervisors.map((supervisor) => supervisor.stop())));
  }
  async function stop(): Promise<void> {
    for (let stopNext = stops.pop(); stopNext; stopNext = stops.pop()) await stopNext();
  }
  try {
    await stopOrphans(processesFile);
    stops.push(() => rmSync(processesFile, { force: true }));
    for (const name of ports) await requirePort(name, config[name]);
    for (const name of [...metricsPorts, 'REDIS_PORT', 'MONGODB_PORT'] as const) {
      config[name] = await preferPort(config[name]);
    }
    // Only these folders, because the data folder may contain other files.
    const folders = ['redis', 'mongodb', 'outbox'].map((name) => join(dataDir, name));
    for (const folder of folders.filter(existsSync)) chmodSync(folder, 0o700);
    const redis = REDIS_URL ? [] : [prepareRedis({ port: config.REDIS_PORT, dataDir })];
    const mongodb = MONGODB_URI ? [] : [prepareMongodb({ port: config.MONGODB_PORT, dataDir })];
    start([...redis, ...mongodb]);
    buildIfStale('site');
    buildIfStale('office');
    if (mode === 'start') buildIfStale('servers');

    // From here on, new files are accessible only to their owner.
    process.umask(0o077);
    const outbox = resolve(config.OUTBOX_DIR ?? join(dataDir, 'outbox'));
    const env = {
      ...Object.fromEntries(metricsPorts.map((name) => [name, String(config[name])])),
      REDIS_URL: REDIS_URL ?? redis[0]?.url ?? '',
      MONGODB_URI: MONGODB_URI ?? mongodb[0]?.url ?? '',
      OUTBOX_DIR: outbox,
      SITE_URL: process.env.SITE_URL || site,
      // Behind the local site server all visitors share one address.
      RATE_LIMIT_PER_ADDRESS: process.env.RATE_LIMIT_PER_ADDRESS || '1000',
      // People who try the form rarely change the email address.
      ACKNOWLEDGEMENTS_PER_HOUR: process.env.ACKNOWLEDGEMENTS_PER_HOUR || '1000',
    };
    const running = {
      site,
      api: local(config.API_PORT),
      worker: local(config.WORKER_PORT),
      office: local(config.OFFICE_PORT),
      metrics: metricsPorts.flatMap((name) => config[name] && `${local(config[name])}/metrics`),
      /** The URIs of MongoDB and Redis can contain passwords. */
      mongodb: env.MONGODB_URI,
      redis: env.REDIS_URL,
      /** The folder of the .eml files; empty if email goes to an SMTP server. */
      outbox: config.SMTP_URL ? '' : outbox,
      /** The settings that the commands read, including secrets. Each is empty if not set. */
      settings: settingsInForce(env),
      pid: process.pid,
    };
    // Without waiting for the stores: loading their code takes the servers longer.
    start([
      // The API has no access to the database, as in production.
      prepareServer('api', mode, running.api, { ...env, MONGODB_URI: '' }),
      prepareServer('worker', mode, running.worker, env),
      prepareServer('office', mode, running.office, env),
    ]);
    if (mode === 'dev') {
      const args = ['--import', 'tsx', 'dev/serve-sources.ts'];
      start([prepareNode('The site', args, { NODE_ENV: 'development' }, site)]);
    } else {
      const upstreams = { apiUrl: running.api, officeUrl: running.office };
      stops.push((await serveSite({ root: builtSite, ...upstreams }, config.SITE_PORT)).stop);
    }
    await Promise.all(ready);
    writeFileSync(runningFile, `${JSON.stringify(running, null, 2)}\n`);
    return { running, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function settingsInForce(env: Settings): Settings {
  const values: Record<string, string | undefined> = { ...process.env, ...env };
  const storeSettings = ['REDIS_URL', 'MONGODB_URI', 'QUEUE_PREFIX', 'OUTBOX_DIR'];
  const names = [...Object.keys(doctorSettings), 'SITE_URL', 'OFFICE_URL', ...storeSettings];
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
}

function prepareServer(name: string, mode: Mode, url: string, env: Settings): Startable {
  const args =
    mode === 'start'
      ? // On a machine for evaluation, memory matters more than speed.
        ['--max-semi-space-size=1', `build/${name}.js`]
      : ['node_modules/.bin/tsx', 'watch', '--clear-screen=false', `${name}/main.ts`];
  return prepareNode(`The ${name}`, args, env, `${url}/readyz`);
}

function prepareNode(name: string, args: string[], env: Settings, url: string): Startable {
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc'];
  return { name, launch: () => spawnNode(args, env, stdio), isReady: () => isOk(url) };
}
