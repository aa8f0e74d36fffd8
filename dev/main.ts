import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readDevConfig } from './config.ts';
import { projectRoot } from './processes.ts';
import { startProduct } from './product.ts';
import { describeAddresses } from './addresses.ts';

function say(line: string): void {
  console.log(line);
}

async function main(): Promise<void> {
  const envFile = join(projectRoot, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const starting = startProduct(readDevConfig(process.env), say);

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    // A half-started product is stopped when its start has ended: only then is it known whole.
    const product = await starting;
    say('Stopping …');
    await product.stop();
    say('Stopped. The data is kept.');
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop().catch(fail));
  }

  const { addresses } = await starting;
  if (!stopping) say(describeAddresses(addresses));
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

main().catch(fail);
