import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { siteEnv } from '#contract/site-settings.ts';
import { projectRoot } from './processes.ts';

export const builtSite = join(projectRoot, 'dist');

const cache = join(projectRoot, 'node_modules/.cache');
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
export function buildIfStale(name: keyof typeof builds): void {
  const { outputs, sources } = builds[name];
  const stampFile = join(cache, `${name}.built`);
  // Describes the outputs too: another build, for an API on another origin, may have replaced them.
  const stamp = () => describe([...sources, ...outputs]);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()) return;
  console.log(`Building: ${name} …`);
  const args = ['run', '--silent', `build:${name}`];
  const build = spawnSync('npm', args, { cwd: projectRoot, encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`The build failed:\n${build.stdout}${build.stderr}`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampFile, stamp());
}

/** A digest of the site's settings, the given files, and all files in the given folders. */
function describe(paths: string[]): string {
  const hash = createHash('sha256');
  function add(path: string): void {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
    } else hash.update(`${path}\n`).update(readFileSync(path));
  }
  for (const name of Object.keys(siteEnv.shape)) hash.update(`${process.env[name] ?? ''}\n`);
  for (const path of paths) add(join(projectRoot, path));
  return hash.digest('hex');
}
