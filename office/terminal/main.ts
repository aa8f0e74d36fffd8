import { existsSync } from 'node:fs';

import { runCommand } from './run-command.ts';
import { createTerminal } from './terminal.ts';

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.exitCode = await runCommand(process.argv.slice(2), process.env, createTerminal());
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
