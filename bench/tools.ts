import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../dev/processes.ts';

const folder = join(projectRoot, 'bench');
const lock = join(folder, 'package-lock.json');
/** What has been installed; npm ci takes it away first. */
const installed = join(folder, 'node_modules/.installed.json');

/**
 * Installs what only benches need, unless it is there as bench/package-lock.json has it.
 *
 * @throws Error when npm fails, which has said why.
 */
export function installTools(say: (line: string) => void): void {
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return;
  say('Installing benchmark dependencies: npm ci --prefix bench …');
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', '--prefix', folder, ...quietly], { stdio: ['ignore', 2, 2] });
  copyFileSync(lock, installed);
}
