import { execFile, type ExecFileException } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { siteEnv } from '../contract/site-settings.ts';
import { lockFolder } from './folder-lock.ts';
import { projectRoot } from './processes.ts';

export const builtSite = join(projectRoot, 'dist');

const buildTimeout = 600_000;

const inBuild = (name: string) => `build/${name}`;
const shared = [
  'contract',
  'design',
  'firm',
  'packages/server',
  'storage',
  'package.json',
  'package-lock.json',
];

/** The outputs and sources of each `npm run build:<name>`, and settings that change the outputs. */
const builds = {
  site: {
    what: 'the site',
    outputs: ['dist'],
    sources: ['site', 'design', 'firm', 'contract', 'vite.config.ts', 'package-lock.json', '.env'],
    settings: Object.keys(siteEnv.shape),
  },
  office: {
    what: 'the enquiries desk',
    outputs: ['office-pages', 'office.js', 'commands.js'].map(inBuild),
    sources: [...shared, 'office', 'docs/operations.md'],
    settings: [],
  },
  servers: {
    what: 'the servers',
    outputs: ['api.js', 'worker.js'].map(inBuild),
    sources: [...shared, 'api', 'worker'],
    settings: [],
  },
  mongodb: {
    what: 'the embedded MongoDB',
    outputs: [inBuild('mongodb.js')],
    sources: ['packages', 'package.json', 'package-lock.json'],
    settings: [],
  },
};

/**
 * Runs a build unless its outputs are up to date with its sources and settings. `site` includes
 * the API's page templates. The servers start twice as fast from their bundles as from sources.
 */
export async function buildIfStale(
  name: keyof typeof builds,
  say: (line: string) => void,
): Promise<void> {
  const { what, outputs, sources, settings } = builds[name];
  const cache = join(projectRoot, 'node_modules/.cache', name);
  const stampFile = join(cache, 'built');
  // Builds of the site share a temporary folder, which each of them deletes at the end.
  const { release } = await lockFolder(cache, 'another build', buildTimeout);
  try {
    const given = settings.map((setting) => `${setting}=${process.env[setting] ?? ''}`);
    const wanted = [describe(sources), ...given].join('\n');
    const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
    // Compares the outputs too: another build, for example for an API on another origin, may have
    // replaced them.
    if (stamp === `${wanted} ${describe(outputs)}`) return;
    say(`Building ${what} …`);
    const args = ['run', '--silent', `build:${name}`];
    await promisify(execFile)('npm', args, { cwd: projectRoot });
    writeFileSync(stampFile, `${wanted} ${describe(outputs)}`);
  } catch (error) {
    const { message, stdout = '' } = error as ExecFileException;
    const sentence = `${what[0]?.toUpperCase() ?? ''}${what.slice(1)} could not be built`;
    throw new Error(`${sentence}: ${message}\n${stdout}`, { cause: error });
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
