import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { companyEnv } from '../contract/company.ts';
import { underLock } from './lock.ts';
import { projectRoot } from './processes.ts';

/** The folder of the built site. */
export const builtSite = join(projectRoot, 'dist');

const stampFile = join(projectRoot, 'node_modules/.cache/built-site');
const sources = ['site', 'design', 'contract', 'vite.config.ts', 'package-lock.json', '.env'];
const settings = ['VITE_API_URL', ...Object.keys(companyEnv.shape)];

/** Builds the site unless `dist/` already holds what these sources and settings give. */
export function buildSiteIfStale(say: (line: string) => void): void {
  underLock('build-site', () => {
    const wanted = describeSources();
    const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
    // What is there may also be of another build, such as one for an API elsewhere.
    if (stamp === `${wanted} ${describe([builtSite])}`) return;
    say('Building the site …');
    const args = ['run', '--silent', 'build:site'];
    const { status, stdout, stderr } = spawnSync('npm', args, {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The site could not be built:\n${stdout}\n${stderr}`);
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, `${wanted} ${describe([builtSite])}`);
  });
}

function describeSources(): string {
  const files = describe(sources.map((source) => join(projectRoot, source)));
  return [files, ...settings.map((name) => `${name}=${process.env[name] ?? ''}`)].join('\n');
}

function describe(paths: string[]): string {
  const hash = createHash('sha256');
  const files = paths.flatMap(filesIn).filter((file) => !file.includes('.vite-react-ssg-temp'));
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
}
