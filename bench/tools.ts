import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../dev/processes.ts';

const folder = join(projectRoot, 'bench');
const lock = join(folder, 'package-lock.json');
/** Records what is installed; npm ci removes it first. */
const installed = join(folder, 'node_modules/.installed.json');

/**
 * Installs the benchmark dependencies, unless they match bench/package-lock.json.
 *
 * @throws Error if npm fails, which has printed the reason.
 */
export function installTools(say: (line: string) => void): void {
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return;
  say('Installing benchmark dependencies: npm ci --prefix bench …');
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', '--prefix', folder, ...quietly], { stdio: ['ignore', 2, 2] });
  copyFileSync(lock, installed);
}
