import { existsSync } from 'node:fs';

import { createTerminal } from '../terminal.ts';
import { runDoctor } from './run-doctor.ts';

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const terminal = createTerminal(process.stdin, process.stdout, process.stderr);
  process.exit(await runDoctor(process.argv.slice(2), process.env, terminal));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(3);
});
