import { existsSync } from 'node:fs';

import { runRestore } from './restore.ts';
import { createTerminal } from './terminal.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
process.exitCode = await runRestore(process.argv.slice(2), process.env, createTerminal());
