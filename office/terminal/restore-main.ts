import { existsSync } from 'node:fs';

import { runRestore } from './backup/restore.ts';
import { createTerminal } from './terminal.ts';

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.exitCode = await runRestore(process.argv.slice(2), process.env, createTerminal());
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
