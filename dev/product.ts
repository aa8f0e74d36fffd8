import type { ChildProcess, StdioOptions } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { givenSettings } from '#server/settings.ts';
import { doctorSettings } from '../office/config.ts';
import { buildIfStale, builtSite } from './build-site.ts';
import { lockFolder } from './folder-lock.ts';
import { preferPort, requirePort, waitUntilReady } from './ports.ts';
import { spawnNode, supervise } from './processes.ts';
import type { DevSettings } from './settings.ts';
import { startStores } from './stores.ts';

/** `dev` serves and watches the sources; `start` runs the built product. */
type Mode = 'start' | 'dev';
type Say = (line: string) => void;
type Settings = Record<string, string>;
type ServerName = 'api' | 'worker' | 'office';

export type Running = Awaited<ReturnType<typeof startProduct>>['running'];

const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc'];
// On a machine for evaluation, memory matters more than speed.
const smallHeap = ['--optimize-for-size', '--max-semi-space-size=1'];
// Our servers exit with their parent; `tsx watch` does so only with this import.
const endWithStarter = `data:text/javascript,process.once('disconnect', () => process.exit())`;
/** The time in milliseconds for the servers of a killed `npm start` to exit. */
const stopTimeout = 12_000;
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
  const stops: (() => unknown)[] = [release];
  async function stop(): Promise<void> {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
  }
  try {
    const runningFile = join(dataDir, 'running.json');
    rmSync(runningFile, { force: true });
    for (const name of ports) {
      await requirePort(name, config[name], wasKilled ? stopTimeout : 0);
    }
    await buildIfStale('site', say);
    await buildIfStale('office', say);
    if (mode === 'start') await buildIfStale('servers', say);

    // From here on, new files are accessible only to their owner.
    process.umask(0o077);
    const { redisUrl, mongodbUri } = await startStores(config, stops, say);
    for (const name of metricsPorts) config[name] = await preferPort(config[name]);
    const metrics = metricsPorts.map((name) => config[name] && `${local(config[name])}/metrics`);
    const outbox = resolve(config.OUTBOX_DIR ?? join(dataDir, 'outbox'));
    const portSettings = Object.fromEntries(
      [...ports, ...metricsPorts].map((name) => [name, String(config[name])]),
    );
    const env: Settings = {
      ...portSettings,
      REDIS_URL: redisUrl,
      MONGODB_URI: mongodbUri,
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
      metrics: metrics.filter(Boolean),
      /** The URIs of MongoDB and Redis can contain passwords. */
      mongodb: mongodbUri,
      redis: redisUrl,
      /** The folder of the .eml files; empty if email goes to an SMTP server. */
      outbox: config.SMTP_URL ? '' : outbox,
      /** The settings that the commands read, including secrets. Each is empty if not set. */
      settings: settingsInForce(env),
      pid: process.pid,
    };
    const servers = (['api', 'worker', 'office'] as const).map((name) => {
      const untilReady = (child: ChildProcess) => waitUntilReady(`${running[name]}/readyz`, child);
      const launch = () => spawnServer(name, mode, env);
      return supervise(`The ${name}`, { launch, untilReady }, say);
    });
    if (mode === 'dev') {
      const sources = ['--import', 'tsx', 'dev/serve-sources.ts'];
      const launch = () => spawnNode(sources, { ...portSettings, NODE_ENV: 'development' }, stdio);
      const untilReady = (child: ChildProcess) => waitUntilReady(site, child);
      servers.push(supervise('The site', { launch, untilReady }, say));
    }
    stops.push(() => Promise.all(servers.map((server) => server.stop())));
    if (mode === 'start') {
      // Loads the module while the servers start, to save time.
      const { serveSite } = await import('./site-server.ts');
      const { api: apiUrl, office: officeUrl } = running;
      stops.push((await serveSite({ root: builtSite, apiUrl, officeUrl }, config.SITE_PORT)).stop);
    }
    await Promise.all(servers.map(({ ready }) => ready));
    writeFileSync(`${runningFile}.tmp`, `${JSON.stringify(running, null, 2)}\n`);
    renameSync(`${runningFile}.tmp`, runningFile);
    stops.push(() => rmSync(runningFile, { force: true }));
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

function spawnServer(name: ServerName, mode: Mode, settings: Settings): ChildProcess {
  // The API has no access to the database, as in production.
  const env = name === 'api' ? { ...settings, MONGODB_URI: '' } : settings;
  if (mode === 'start') {
    return spawnNode([...smallHeap, '--enable-source-maps', `build/${name}.js`], env, stdio);
  }
  const tsx = fileURLToPath(import.meta.resolve('tsx/cli'));
  const watch = ['watch', '--clear-screen=false', `${name}/main.ts`];
  return spawnNode(['--import', endWithStarter, tsx, ...watch], env, stdio);
}
