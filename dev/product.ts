import { join, resolve } from 'node:path';

import { buildSiteIfStale, builtSite } from './build-site.ts';
import { preferPort, requirePort } from './choose-port.ts';
import type { DevConfig } from './config.ts';
import { spawnTsx } from './processes.ts';
import { refuseSecondStart, removeRunningFile, writeRunningFile } from './running-file.ts';
import type { Running } from './running-file.ts';
import { createSiteServer } from './site-server.ts';
import { startStores } from './stores.ts';
import { supervise, type Supervised } from './supervisor.ts';
import { waitUntilReady } from './wait-until-ready.ts';

export interface Product {
  addresses: Running;
  stop(): Promise<void>;
}

/** Starts everything: stores, API, worker and the built site. Stops what it started on a fault. */
export async function startProduct(
  config: DevConfig,
  say: (line: string) => void,
): Promise<Product> {
  refuseSecondStart(config.DATA_DIR);
  await requirePort('SITE_PORT', config.SITE_PORT);
  await requirePort('API_PORT', config.API_PORT);
  await requirePort('WORKER_PORT', config.WORKER_PORT);
  buildSiteIfStale(say);

  const stops: (() => Promise<void> | void)[] = [];
  async function stop(): Promise<void> {
    for (const stopOne of stops.reverse()) await stopOne();
  }
  try {
    const stores = await startStores(config, say);
    stops.push(() => stores.stop());

    const metricsPorts = {
      api: await preferPort(config.API_METRICS_PORT),
      worker: await preferPort(config.WORKER_METRICS_PORT),
    };
    const addresses: Running = {
      site: `http://127.0.0.1:${config.SITE_PORT}`,
      api: `http://127.0.0.1:${config.API_PORT}`,
      worker: `http://127.0.0.1:${config.WORKER_PORT}`,
      metrics: {
        api: metricsAddress(metricsPorts.api),
        worker: metricsAddress(metricsPorts.worker),
      },
      mongodb: stores.mongodbUri,
      redis: stores.redisUrl,
      outbox: config.SMTP_URL ? '' : resolve(config.OUTBOX_DIR ?? join(config.DATA_DIR, 'outbox')),
      pid: process.pid,
    };
    const servers = startServers(config, addresses, metricsPorts, say);
    stops.push(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });
    const site = createSiteServer({ root: builtSite, apiUrl: addresses.api });
    await new Promise<void>((resolve, reject) => {
      site.once('error', reject);
      site.listen(config.SITE_PORT, '127.0.0.1', resolve);
    });
    stops.push(() => {
      site.close();
      site.closeAllConnections();
    });

    await waitUntilReady(`${addresses.api}/readyz`);
    await waitUntilReady(`${addresses.worker}/readyz`);
    writeRunningFile(config.DATA_DIR, addresses);
    stops.push(() => {
      removeRunningFile(config.DATA_DIR);
    });
    return { addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function metricsAddress(port: number): string {
  return port === 0 ? '' : `http://127.0.0.1:${port}/metrics`;
}

function startServers(
  config: DevConfig,
  addresses: Running,
  metricsPorts: { api: number; worker: number },
  say: (line: string) => void,
): Supervised[] {
  const env = {
    REDIS_URL: addresses.redis,
    MONGODB_URI: addresses.mongodb,
    API_PORT: String(config.API_PORT),
    WORKER_PORT: String(config.WORKER_PORT),
    API_METRICS_PORT: String(metricsPorts.api),
    WORKER_METRICS_PORT: String(metricsPorts.worker),
    SITE_URL: process.env.SITE_URL || addresses.site,
    OUTBOX_DIR: addresses.outbox,
    // Behind the local site server all visitors have one address.
    RATE_LIMIT_PER_ADDRESS: process.env.RATE_LIMIT_PER_ADDRESS || '1000',
    // Whoever tries the form out does not change the address each time.
    RATE_LIMIT_PER_EMAIL: process.env.RATE_LIMIT_PER_EMAIL || '100',
  };
  return ['api', 'worker'].map((name) =>
    supervise(
      name,
      () => spawnTsx(`${name}/main.ts`, [], env, ['ignore', 'inherit', 'inherit', 'ipc']),
      say,
    ),
  );
}
