import { existsSync } from 'node:fs';

import { runBackup } from './backup.ts';
import { createTerminal } from './terminal.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
process.exitCode = await runBackup(process.argv.slice(2), process.env, createTerminal());
