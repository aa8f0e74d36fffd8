import { execFile, type ExecFileException } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { companyEnv } from '../contract/company.ts';
import { lockFolder } from './lock.ts';
import { projectRoot } from './processes.ts';

/** The folder of the built site. */
export const builtSite = join(projectRoot, 'dist');

const cache = join(projectRoot, 'node_modules/.cache/site');
const stampFile = join(cache, 'built');
const sources = ['site', 'design', 'contract', 'vite.config.ts', 'package-lock.json', '.env'];
const settings = ['VITE_API_URL', ...Object.keys(companyEnv.shape)];

/** Builds the site unless `dist/` already holds what these sources and settings give. */
export async function buildSiteIfStale(say: (line: string) => void): Promise<void> {
  const { release } = await lockFolder(cache, undefined, Infinity);
  try {
    const wanted = describeSources();
    const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
    // What is there may also be of another build, such as one for an API elsewhere.
    if (stamp === `${wanted} ${describe([builtSite])}`) return;
    say('Building the site …');
    const args = ['run', '--silent', 'build:site'];
    await promisify(execFile)('npm', args, { cwd: projectRoot });
    writeFileSync(stampFile, `${wanted} ${describe([builtSite])}`);
  } catch (error) {
    const { message, stdout = '' } = error as ExecFileException;
    throw new Error(`The site could not be built: ${message}\n${stdout}`, { cause: error });
  } finally {
    release();
  }
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
