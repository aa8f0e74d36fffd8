import { existsSync } from 'node:fs';

import { runLine } from './run.ts';
import { createTerminal } from './terminal.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
// Connections that are still being opened would keep the process alive.
process.exit(await runLine(process.argv.slice(2), process.env, createTerminal()));
