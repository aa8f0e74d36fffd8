import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { join, resolve } from 'node:path';

import { buildSiteIfStale, builtSite } from './build-site.ts';
import type { DevConfig } from './config.ts';
import { preferPort, requirePort, waitUntilReady } from './ports.ts';
import { spawnNode, spawnTsx, supervise } from './processes.ts';
import {
  refuseSecondStart,
  removeRunningFile,
  writeRunningFile,
  type Running,
} from './running-file.ts';
import { createSiteServer } from './site-server.ts';
import { startStores } from './stores.ts';

/** Whether the product is only run, or worked on: then the sources are served, and watched. */
type Mode = 'start' | 'dev';
type Stop = () => unknown;
type Say = (line: string) => void;

const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc'];
// Our servers do so by themselves; for tsx, which watches them, we say it.
const endWithStarter = `data:text/javascript,process.once('disconnect', () => process.exit())`;
const servers = ['api', 'worker', 'office'] as const;
const ports = ['SITE_PORT', 'API_PORT', 'WORKER_PORT', 'OFFICE_PORT'] as const;
const metricsPorts = ['API_METRICS_PORT', 'WORKER_METRICS_PORT', 'OFFICE_METRICS_PORT'] as const;

/** Starts everything: stores, API, worker, office and the site. Stops it again on a fault. */
export async function startProduct(mode: Mode, given: DevConfig, say: Say) {
  const config = { ...given };
  refuseSecondStart(config.DATA_DIR);
  for (const name of ports) await requirePort(name, config[name]);
  if (mode === 'start') await buildSiteIfStale(say);

  const stops: Stop[] = [];
  async function stop(): Promise<void> {
    for (const stopOne of stops.reverse()) await stopOne();
  }
  try {
    const stores = await startStores(config, say);
    stops.push(() => stores.stop());
    for (const name of metricsPorts) config[name] = await preferPort(config[name]);
    const addresses: Running = {
      site: local(config.SITE_PORT),
      api: local(config.API_PORT),
      worker: local(config.WORKER_PORT),
      office: local(config.OFFICE_PORT),
      metrics: {
        api: metricsAddress(config.API_METRICS_PORT),
        worker: metricsAddress(config.WORKER_METRICS_PORT),
        office: metricsAddress(config.OFFICE_METRICS_PORT),
      },
      mongodb: stores.mongodbUri,
      redis: stores.redisUrl,
      outbox: config.SMTP_URL ? '' : resolve(config.OUTBOX_DIR ?? join(config.DATA_DIR, 'outbox')),
      pid: process.pid,
    };
    const env = serverSettings(config, addresses);
    const stopServers = servers.map((name) =>
      supervise(name, () => spawnServer(name, mode, env), say),
    );
    stops.push(() => Promise.all(stopServers.map((stopServer) => stopServer())));
    stops.push(
      mode === 'dev' ? serveSources(config, say) : await serveBuiltSite(config, addresses),
    );

    await Promise.all(servers.map((name) => waitUntilReady(`${addresses[name]}/readyz`)));
    await waitUntilReady(addresses.site);
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

function portSettings(config: DevConfig): Record<string, string> {
  return Object.fromEntries(
    [...ports, ...metricsPorts].map((name) => [name, String(config[name])]),
  );
}

function serverSettings(config: DevConfig, addresses: Running): Record<string, string> {
  return {
    ...portSettings(config),
    REDIS_URL: addresses.redis,
    MONGODB_URI: addresses.mongodb,
    SITE_URL: process.env.SITE_URL || addresses.site,
    OUTBOX_DIR: addresses.outbox,
    // Behind the local site server all visitors have one address.
    RATE_LIMIT_PER_ADDRESS: process.env.RATE_LIMIT_PER_ADDRESS || '1000',
    // Whoever tries the form out does not change the address each time.
    RATE_LIMIT_PER_EMAIL: process.env.RATE_LIMIT_PER_EMAIL || '100',
  };
}

function spawnServer(
  name: (typeof servers)[number],
  mode: Mode,
  settings: Record<string, string>,
): ChildProcess {
  // The API has no way to the database, here as in production.
  const env = name === 'api' ? { ...settings, MONGODB_URI: '' } : settings;
  const file = `${name}/main.ts`;
  if (mode === 'start') return spawnTsx(file, [], env, stdio);
  const tsx = fileURLToPath(import.meta.resolve('tsx/cli'));
  const watch = ['--import', endWithStarter, tsx, 'watch', '--clear-screen=false', file];
  return spawnNode(watch, env, stdio);
}

function serveSources(config: DevConfig, say: Say): Stop {
  const env = { NODE_ENV: 'development', ...portSettings(config) };
  return supervise('site', () => spawnTsx('dev/serve-sources.ts', [], env, stdio), say);
}

async function serveBuiltSite(config: DevConfig, addresses: Running): Promise<Stop> {
  const { api: apiUrl, office: officeUrl } = addresses;
  const site = createSiteServer({ root: builtSite, apiUrl, officeUrl });
  site.listen(config.SITE_PORT, '127.0.0.1');
  await once(site, 'listening');
  return () => {
    site.close();
    site.closeAllConnections();
  };
}
