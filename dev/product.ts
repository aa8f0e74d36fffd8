import type { StdioOptions } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { givenSettings } from '#server/settings.ts';
import { doctorSettings } from '../office/config.ts';
import { buildIfStale, builtSite } from './build-site.ts';
import { lockFolder } from './folder-lock.ts';
import { preferPort, requirePort, waitUntilReady } from './ports.ts';
import { spawnNode, supervise, type Startable } from './processes.ts';
import type { DevSettings } from './settings.ts';
import { prepareStores } from './stores.ts';

/** `dev` serves and watches the sources; `start` runs the built product. */
type Mode = 'start' | 'dev';
type Say = (line: string) => void;
type Settings = Record<string, string>;
type ServerName = 'api' | 'worker' | 'office';

export type Running = Awaited<ReturnType<typeof startProduct>>['running'];

const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc'];
// Our servers exit with their parent; `tsx watch` does so only with this import.
const endWithStarter = `data:text/javascript,process.once('disconnect', () => process.exit())`;
/** The time in milliseconds for the servers of a killed `npm start` to exit. */
const stopTimeout = 12_000;
const servers: ServerName[] = ['api', 'worker', 'office'];
const ports = ['SITE_PORT', 'API_PORT', 'WORKER_PORT', 'OFFICE_PORT'] as const;
const metricsPorts = ['API_METRICS_PORT', 'WORKER_METRICS_PORT', 'OFFICE_METRICS_PORT'] as const;

const local = (port: number) => `http://127.0.0.1:${port}`;

/** Starts the stores, API, worker, enquiries desk and site. Stops all of them on failure. */
export async function startProduct(mode: Mode, given: DevSettings, say: Say) {
  const config = { ...given };
  const { DATA_DIR: dataDir } = config;
  const site = local(config.SITE_PORT);
  const since = new Date().toLocaleString('sv');
  const owner = `npm start: process ${process.pid} on ${hostname()} since ${since}, ${site}. Stop it, or set DATA_DIR to another folder`;
  const { release, wasKilled } = await lockFolder(dataDir, owner);
  const runningFile = join(dataDir, 'running.json');
  rmSync(runningFile, { force: true });
  const stops: (() => unknown)[] = [release, () => rmSync(runningFile, { force: true })];
  const ready: Promise<unknown>[] = [];
  /** Starts processes at once. They stop together, before what was started earlier. */
  function start(processes: Record<string, Startable>): void {
    const started = Object.entries(processes).map((named) => supervise(...named, say));
    ready.push(...started.map((one) => one.ready));
    stops.push(() => Promise.all(started.map((one) => one.stop())));
  }
  async function stop(): Promise<void> {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
  }
  try {
    for (const name of ports) {
      await requirePort(name, config[name], wasKilled ? stopTimeout : 0);
    }
    const stores = await prepareStores(config, say);
    start(stores);
    await buildIfStale('site', say);
    await buildIfStale('office', say);
    if (mode === 'start') await buildIfStale('servers', say);

    // From here on, new files are accessible only to their owner.
    process.umask(0o077);
    const redis = config.REDIS_URL ?? stores.Redis?.url ?? '';
    const mongodb = config.MONGODB_URI ?? stores.MongoDB?.url ?? '';
    for (const name of metricsPorts) config[name] = await preferPort(config[name]);
    const outbox = resolve(config.OUTBOX_DIR ?? join(dataDir, 'outbox'));
    const portSettings = Object.fromEntries(
      [...ports, ...metricsPorts].map((name) => [name, String(config[name])]),
    );
    const env: Settings = {
      ...portSettings,
      REDIS_URL: redis,
      MONGODB_URI: mongodb,
      OUTBOX_DIR: outbox,
      ...unlessGiven({
        SITE_URL: site,
        // Behind the local site server all visitors share one address.
        RATE_LIMIT_PER_ADDRESS: '1000',
        // People who try the form rarely change the email address.
        ACKNOWLEDGEMENTS_PER_HOUR: '1000',
      }),
    };
    const running = {
      site,
      api: local(config.API_PORT),
      worker: local(config.WORKER_PORT),
      office: local(config.OFFICE_PORT),
      /** The addresses for Prometheus. */
      metrics: metricsPorts.flatMap((name) => config[name] && `${local(config[name])}/metrics`),
      /** The URIs of MongoDB and Redis can contain passwords. */
      mongodb,
      redis,
      /** The folder of the .eml files; empty if email goes to an SMTP server. */
      outbox: config.SMTP_URL ? '' : outbox,
      /** The settings that the commands read, including secrets. Each is empty if not set. */
      settings: settingsInForce(env),
      pid: process.pid,
    };
    // Without waiting for the stores: loading their code takes the servers longer.
    start(
      Object.fromEntries(
        servers.map((name) => [`The ${name}`, prepareServer(name, mode, running[name], env)]),
      ),
    );
    if (mode === 'dev') start({ 'The site': prepareSources(site, portSettings) });
    else {
      const { serveSite } = await import('./site-server.ts');
      const { api: apiUrl, office: officeUrl } = running;
      stops.push((await serveSite({ root: builtSite, apiUrl, officeUrl }, config.SITE_PORT)).stop);
    }
    await Promise.all(ready);
    writeFileSync(`${runningFile}.tmp`, `${JSON.stringify(running, null, 2)}\n`);
    renameSync(`${runningFile}.tmp`, runningFile);
    return { running, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function unlessGiven(defaults: Settings): Settings {
  const given = givenSettings(process.env, Object.keys(defaults));
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !given.includes(name)));
}

/** The settings of commands, with the values that the servers use. */
function settingsInForce(env: Settings): Settings {
  const given: Record<string, string | undefined> = { ...process.env, ...env };
  const ofStores = ['REDIS_URL', 'MONGODB_URI', 'QUEUE_PREFIX', 'OUTBOX_DIR'];
  const names = [...Object.keys(doctorSettings), 'SITE_URL', 'OFFICE_URL', ...ofStores];
  // Commands need DATA_DIR before they can read running.json.
  const wanted = names.filter((name) => name !== 'DATA_DIR');
  return Object.fromEntries(wanted.map((name) => [name, given[name] ?? '']));
}

function prepareServer(name: ServerName, mode: Mode, url: string, settings: Settings): Startable {
  // The API has no access to the database, as in production.
  const env = name === 'api' ? { ...settings, MONGODB_URI: '' } : settings;
  const tsx = () => fileURLToPath(import.meta.resolve('tsx/cli'));
  const args =
    mode === 'start'
      ? // On a machine for evaluation, memory matters more than speed.
        ['--max-semi-space-size=1', `build/${name}.js`]
      : ['--import', endWithStarter, tsx(), 'watch', '--clear-screen=false', `${name}/main.ts`];
  return {
    launch: () => spawnNode(args, env, stdio),
    untilReady: (child) => waitUntilReady(`${url}/readyz`, child),
  };
}

function prepareSources(url: string, settings: Settings): Startable {
  const args = ['--import', 'tsx', 'dev/serve-sources.ts'];
  return {
    launch: () => spawnNode(args, { ...settings, NODE_ENV: 'development' }, stdio),
    untilReady: (child) => waitUntilReady(url, child),
  };
}
