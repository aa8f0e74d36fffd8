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

const inBuild = (name: string) => join(projectRoot, 'build', name);

/** The builds with their sources and outputs; settings may change the result too. */
const builds = {
  site: {
    what: 'the site',
    script: 'build:site',
    outputs: [builtSite, join(projectRoot, 'dist-pages')],
    sources: ['site', 'design', 'contract', 'vite.config.ts', 'package-lock.json', '.env'],
    settings: ['VITE_API_URL', ...Object.keys(companyEnv.shape)],
  },
  office: {
    what: 'the office',
    script: 'build:office',
    outputs: ['office-pages', 'office.js', 'staff.js', 'staff/doctor.js'].map(inBuild),
    sources: [
      ...['contract', 'design', 'platform', 'storage', 'office', 'site/public'],
      ...['package.json', 'package-lock.json'],
    ],
    settings: [],
  },
  servers: {
    what: 'the servers',
    script: 'build:servers',
    outputs: ['api.js', 'worker.js'].map(inBuild),
    sources: [
      ...['contract', 'design', 'platform', 'storage', 'api', 'worker'],
      ...['package.json', 'package-lock.json'],
    ],
    settings: [],
  },
  mongodb: {
    what: 'the embedded MongoDB',
    script: 'build:mongodb',
    outputs: [inBuild('mongodb.js')],
    sources: ['dev/embedded-mongodb', 'dev/lock.ts', 'package.json', 'package-lock.json'],
    settings: [],
  },
};

type Build = (typeof builds)[keyof typeof builds];

/**
 * Builds the site and the API's page templates, unless `dist/` and `dist-pages/` are up to date
 * with these sources and settings.
 */
export function buildSiteIfStale(say: (line: string) => void): Promise<void> {
  return buildIfStale('site', say);
}

/** Does the same for the office: its server, its pages and its commands. */
export function buildOfficeIfStale(say: (line: string) => void): Promise<void> {
  return buildIfStale('office', say);
}

/** Does the same for the server bundles, which start in half the time of the sources. */
export function buildServersIfStale(say: (line: string) => void): Promise<void> {
  return buildIfStale('servers', say);
}

/** Does the same for the embedded MongoDB, which then also starts in half the time. */
export function buildMongodbIfStale(say: (line: string) => void): Promise<void> {
  return buildIfStale('mongodb', say);
}

async function buildIfStale(name: keyof typeof builds, say: (line: string) => void): Promise<void> {
  const build = builds[name];
  const { what, script, outputs } = build;
  const cache = join(projectRoot, 'node_modules/.cache', name);
  const stampFile = join(cache, 'built');
  const { release } = await lockFolder(cache, undefined, Infinity);
  try {
    const wanted = describeSources(build);
    const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
    // The output may be of another build, such as one for an API on another origin.
    if (stamp === `${wanted} ${describe(outputs)}`) return;
    say(`Building ${what} …`);
    const args = ['run', '--silent', script];
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

function describeSources({ sources, settings }: Build): string {
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
