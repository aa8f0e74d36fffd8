import { existsSync } from 'node:fs';

import { runCommand } from './run-command.ts';
import { createTerminal } from './terminal.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
process.exitCode = await runCommand(process.argv.slice(2), process.env, createTerminal());
