import { execFile, type ExecFileException } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { siteEnv } from '#contract/site-settings.ts';
import { lockFolder } from './folder-lock.ts';
import { projectRoot } from './processes.ts';

export const builtSite = join(projectRoot, 'dist');

const buildTimeout = 600_000;
const common = ['firm', 'packages', 'package-lock.json', 'package.json'];

/** What each `npm run build:<name>` writes, and what it reads. */
const builds = {
  site: { outputs: ['dist'], sources: [...common, 'site', 'vite.config.ts', '.env'] },
  office: {
    outputs: ['build/office-pages', 'build/office.js', 'build/commands.js'],
    sources: [...common, 'office', 'docs/operations.md'],
  },
  servers: { outputs: ['build/api.js', 'build/worker.js'], sources: [...common, 'api', 'worker'] },
  mongodb: { outputs: ['build/mongodb.js'], sources: [...common, 'dev'] },
};

/** Runs a build unless its outputs are up to date with its sources and settings. */
export async function buildIfStale(
  name: keyof typeof builds,
  say: (line: string) => void,
): Promise<void> {
  const { outputs, sources } = builds[name];
  const cache = join(projectRoot, 'node_modules/.cache', name);
  const stampFile = join(cache, 'built');
  const settings = Object.keys(siteEnv.shape).map((setting) => process.env[setting] ?? '');
  // Describes the outputs too: another build, for an API on another origin, may have replaced them.
  const stamp = () => JSON.stringify([describe(sources), describe(outputs), settings]);
  const { release } = await lockFolder(cache, 'another build', buildTimeout);
  try {
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()) return;
    say(`Building: ${name} …`);
    const args = ['run', '--silent', `build:${name}`];
    await promisify(execFile)('npm', args, { cwd: projectRoot });
    writeFileSync(stampFile, stamp());
  } catch (error) {
    const { message, stdout = '' } = error as ExecFileException;
    throw new Error(`The build failed: ${message}\n${stdout}`, { cause: error });
  } finally {
    release();
  }
}

/** A digest of the given files and of all files in the given folders. */
function describe(paths: string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesIn(join(projectRoot, path)))) {
    hash.update(`${file}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
}
