import { existsSync } from 'node:fs';

import { createTerminal } from './terminal.ts';
import { runDoctor } from './doctor.ts';

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.exit(await runDoctor(process.argv.slice(2), process.env, createTerminal()));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(3);
});
