import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readApiConfig } from '../api/config.ts';
import { givenSettings } from '../packages/server/settings.ts';
import { readWorkerConfig } from '../worker/config.ts';
import { loadOfficeConfig, readDevConfig } from './config.ts';
import { projectRoot } from './processes.ts';
import { startProduct } from './product.ts';
import { describeAddresses } from './running-file.ts';

async function main(): Promise<void> {
  const envFile = join(projectRoot, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  if (givenSettings(process.env, ['API_URL']).length > 0) {
    const { API_URL, API_URL_FILE = '' } = process.env;
    console.log(
      `API_URL (${API_URL || API_URL_FILE}) is ignored: the pages use the API started here.`,
    );
    // Empty, not deleted: if it were missing, the servers and the build would read it from .env.
    Object.assign(process.env, { API_URL: '', API_URL_FILE: '' });
  }
  const mode = process.argv[2] === 'dev' ? 'dev' : 'start';
  const config = readDevConfig(process.env);
  // If the settings of one server are invalid, none starts.
  for (const read of [readApiConfig, readWorkerConfig]) read(process.env);
  (await loadOfficeConfig()).readOfficeConfig(process.env);
  const starting = startProduct(mode, config, console.log);

  const stopping = new AbortController();
  async function stop(code: number): Promise<void> {
    if (stopping.signal.aborted) return;
    stopping.abort();
    // Waits until everything has started before stopping, because only then are all processes
    // known.
    const product = await starting;
    console.log('Stopping …');
    await product.stop();
    console.log('Stopped. The data is kept.');
    process.exit(code);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(0).catch(fail));
  }
  process.on('uncaughtException', (error) => {
    console.error(error);
    void stop(1).catch(fail);
  });

  const { addresses } = await starting;
  if (!stopping.signal.aborted) {
    console.log(describeAddresses(addresses, process.stdout.isTTY));
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

main().catch(fail);
