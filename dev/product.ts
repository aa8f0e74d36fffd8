import type { ChildProcess, StdioOptions } from 'node:child_process';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { givenSettings } from '../packages/server/settings.ts';
import { buildIfStale, builtSite } from './build-site.ts';
import { loadOfficeConfig, type DevConfig } from './config.ts';
import { lockFolder } from './folder-lock.ts';
import { preferPort, requirePort, waitUntilReady } from './ports.ts';
import { spawnNode, supervise } from './processes.ts';
import { removeRunningFile, writeRunningFile, type Running } from './running-file.ts';
import { startStores } from './stores.ts';

/** `dev` serves and watches the sources; `start` runs the built product. */
type Mode = 'start' | 'dev';
type Say = (line: string) => void;

const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc'];
// On a machine for evaluation, memory matters more than speed.
const smallHeap = ['--optimize-for-size', '--max-semi-space-size=1'];
// Our servers exit with their parent; `tsx watch` does so only with this import.
const endWithStarter = `data:text/javascript,process.once('disconnect', () => process.exit())`;
/** The time in milliseconds for the servers of a killed `npm start` to exit. */
const stopTimeout = 12_000;
const ports = ['SITE_PORT', 'API_PORT', 'WORKER_PORT', 'OFFICE_PORT'] as const;
const metricsPorts = ['API_METRICS_PORT', 'WORKER_METRICS_PORT', 'OFFICE_METRICS_PORT'] as const;

/** Starts the stores, API, worker, enquiries desk and site. Stops all of them on failure. */
export async function startProduct(mode: Mode, given: DevConfig, say: Say) {
  const config = { ...given };
  const names = ['api', 'worker', 'office'] as const;
  const site = local(config.SITE_PORT);
  const since = new Date().toLocaleString('sv');
  const owner = `npm start: process ${process.pid} on ${hostname()} since ${since}, ${site}. Stop it, or set DATA_DIR to another folder`;
  const { release, wasKilled } = await lockFolder(config.DATA_DIR, owner);
  const stops: (() => unknown)[] = [release];
  async function stop(): Promise<void> {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
  }
  try {
    removeRunningFile(config.DATA_DIR);
    for (const name of ports) {
      await requirePort(name, config[name], wasKilled ? stopTimeout : 0);
    }
    // Builds the site even in development, because the build creates the API's page templates.
    await buildIfStale('site', say);
    await buildIfStale('office', say);
    if (mode === 'start') await buildIfStale('servers', say);

    // From here on, new files are accessible only to their owner.
    process.umask(0o077);
    const { redisUrl, mongodbUri } = await startStores(config, stops, say);
    for (const name of metricsPorts) config[name] = await preferPort(config[name]);
    const addresses: Running = {
      site,
      api: local(config.API_PORT),
      worker: local(config.WORKER_PORT),
      office: local(config.OFFICE_PORT),
      metrics: {
        api: metricsAddress(config.API_METRICS_PORT),
        worker: metricsAddress(config.WORKER_METRICS_PORT),
        office: metricsAddress(config.OFFICE_METRICS_PORT),
      },
      mongodb: mongodbUri,
      redis: redisUrl,
      outbox: config.SMTP_URL ? '' : resolve(config.OUTBOX_DIR ?? join(config.DATA_DIR, 'outbox')),
      settings: {},
      pid: process.pid,
    };
    const portSettings = Object.fromEntries(
      [...ports, ...metricsPorts].map((name) => [name, String(config[name])]),
    );
    const env = { ...portSettings, ...serverSettings(addresses) };
    addresses.settings = await settingsInForce(env);
    const run = (name: string, launch: () => ChildProcess, url: string) =>
      supervise(`The ${name}`, { launch, untilReady: (child) => waitUntilReady(url, child) }, say);
    const running = names.map((name) =>
      run(name, () => spawnServer(name, mode, env), `${addresses[name]}/readyz`),
    );
    if (mode === 'dev') running.push(run('site', () => spawnSources(portSettings), site));
    stops.push(() => Promise.all(running.map((server) => server.stop())));
    if (mode === 'start') {
      // Loads the module while the servers start, to save time.
      const { serveSite } = await import('./site-server.ts');
      const { api: apiUrl, office: officeUrl } = addresses;
      stops.push((await serveSite({ root: builtSite, apiUrl, officeUrl }, config.SITE_PORT)).stop);
    }

    await Promise.all(running.map(({ ready }) => ready));
    writeRunningFile(config.DATA_DIR, addresses);
    stops.push(() => removeRunningFile(config.DATA_DIR));
    return { addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function local(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function metricsAddress(port: number): string {
  return port === 0 ? '' : `${local(port)}/metrics`;
}

function serverSettings(addresses: Running): Record<string, string> {
  return {
    REDIS_URL: addresses.redis,
    MONGODB_URI: addresses.mongodb,
    OUTBOX_DIR: addresses.outbox,
    ...unlessGiven({
      SITE_URL: addresses.site,
      // Behind the local site server all visitors share one address.
      RATE_LIMIT_PER_ADDRESS: '1000',
      // People who try the form rarely change the email address.
      ACKNOWLEDGEMENTS_PER_HOUR: '1000',
    }),
  };
}

function unlessGiven(defaults: Record<string, string>): Record<string, string> {
  const missing = Object.entries(defaults).filter(
    ([name]) => givenSettings(process.env, [name]).length === 0,
  );
  return Object.fromEntries(missing);
}

/** The doctor's settings, with the values that the servers use. */
async function settingsInForce(env: Record<string, string>): Promise<Record<string, string>> {
  const { doctorSettings } = await loadOfficeConfig();
  const given: Record<string, string | undefined> = { ...process.env, ...env };
  const names = [...Object.keys(doctorSettings), 'SITE_URL', 'OFFICE_URL', 'QUEUE_PREFIX'].filter(
    // Leaves out DATA_DIR, because the doctor needs it before it can read running.json.
    (name) => name !== 'DATA_DIR',
  );
  return Object.fromEntries(names.map((name) => [name, given[name] ?? '']));
}

function spawnServer(
  name: 'api' | 'worker' | 'office',
  mode: Mode,
  settings: Record<string, string>,
): ChildProcess {
  // The API has no access to the database, as in production.
  const env = name === 'api' ? { ...settings, MONGODB_URI: '' } : settings;
  if (mode === 'start') {
    return spawnNode([...smallHeap, '--enable-source-maps', `build/${name}.js`], env, stdio);
  }
  const tsx = fileURLToPath(import.meta.resolve('tsx/cli'));
  const watch = ['watch', '--clear-screen=false', `${name}/main.ts`];
  return spawnNode(['--import', endWithStarter, tsx, ...watch], env, stdio);
}

function spawnSources(portSettings: Record<string, string>): ChildProcess {
  const env = { NODE_ENV: 'development', ...portSettings };
  return spawnNode(['--import', 'tsx', 'dev/serve-sources.ts'], env, stdio);
}
