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
const common = [
  'firm',
  'packages/contract',
  'packages/design',
  'package-lock.json',
  'package.json',
];
const ofServers = [...common, 'packages/server', 'packages/storage'];

/** The outputs and sources of each `npm run build:<name>`, and settings that change the outputs. */
const builds = {
  site: {
    outputs: ['dist'],
    sources: [...common, 'site', 'vite.config.ts', '.env'],
    settings: Object.keys(siteEnv.shape),
  },
  office: {
    outputs: ['build/office-pages', 'build/office.js', 'build/commands.js'],
    sources: [...ofServers, 'office', 'docs/operations.md'],
    settings: [],
  },
  servers: {
    outputs: ['build/api.js', 'build/worker.js'],
    sources: [...ofServers, 'api', 'worker'],
    settings: [],
  },
  mongodb: { outputs: ['build/mongodb.js'], sources: [...common, 'packages', 'dev'], settings: [] },
};

/** Runs a build unless its outputs are up to date with its sources and settings. */
export async function buildIfStale(
  name: keyof typeof builds,
  say: (line: string) => void,
): Promise<void> {
  const { outputs, sources, settings } = builds[name];
  const cache = join(projectRoot, 'node_modules/.cache', name);
  const stampFile = join(cache, 'built');
  const given = settings.map((setting) => `${setting}=${process.env[setting] ?? ''}`).join('\n');
  // Describes the outputs too: another build, for an API on another origin, may have replaced them.
  const stamp = () => `${describe(sources)}\n${given}\n${describe(outputs)}`;
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
  const files = paths.flatMap((path) => filesIn(join(projectRoot, path)));
  for (const file of files.filter((path) => !path.includes('.vite-react-ssg-temp'))) {
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
