import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readApiConfig } from '../api/config.ts';
import { readOfficeConfig } from '../office/config.ts';
import { readWorkerConfig } from '../worker/config.ts';
import { projectRoot } from './processes.ts';
import { startProduct, type Running } from './product.ts';
import { readDevSettings } from './settings.ts';

/** Prints where everything is. Passwords of stores are shown only on a terminal, not in a log. */
function printAddresses({ site, api, metrics, outbox, mongodb, redis }: Running): void {
  const shown = (address: string) =>
    process.stdout.isTTY ? address : address.replace(/\/\/.*@/, '//');
  const rows = {
    Site: site,
    API: `${api}/api/contact`,
    Enquiries: `${site}/ops/ (an account: npm run users -- add USERNAME --role officer)`,
    'Queue board': `${site}/ops/queues`,
    Metrics: metrics.join('  '),
    Email: outbox || 'sent through SMTP_URL',
    MongoDB: shown(mongodb),
    Redis: shown(redis),
  };
  const lines = Object.entries(rows).map(([label, value]) => `  ${label.padEnd(12)}${value}`);
  console.log(['', ...lines, '', 'Ready. Press Ctrl-C to stop; the data is kept.'].join('\n'));
}

try {
  const envFile = join(projectRoot, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const mode = process.argv[2] === 'dev' ? 'dev' : 'start';
  // The pages use the API that is started here. Deleted, the servers would read it from .env.
  Object.assign(process.env, { API_URL: '', API_URL_FILE: '' });
  // If the settings of one server are invalid, none starts.
  for (const read of [readApiConfig, readWorkerConfig, readOfficeConfig]) read(process.env);
  const stopped = new Promise<number>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => stop(0));
    process.on('uncaughtException', (error) => {
      console.error(error);
      stop(1);
    });
  });
  const product = await startProduct(mode, readDevSettings(process.env));
  printAddresses(product.running);
  const code = await stopped;
  console.log('Stopping …');
  await product.stop();
  console.log('Stopped. The data is kept.');
  process.exit(code);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
