import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../dev/processes.ts';

/** A Node.js runtime for contenders. */
export interface Runtime {
  /** Such as `Node 24.1.0`. */
  name: string;
  path: string;
}

/** The current Node.js. */
export const runningNode: Runtime = {
  name: `Node ${process.versions.node}`,
  path: process.execPath,
};

/**
 * The Node.js of the images: BENCH_NODE, or else the latest of their version, which is downloaded
 * from npm and kept in `.data`.
 *
 * @throws Error if it is not available.
 */
export function fetchNodeOfImages(): Runtime {
  const path = process.env.BENCH_NODE ?? installNode(majorOfImages());
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  return { name: `Node ${version}`, path };
}

function majorOfImages(): string {
  const recipe = readFileSync(join(projectRoot, 'deploy/server.Dockerfile'), 'utf8');
  const [, major] = /^FROM .*\bnode:(\d+)\S* AS runtime$/m.exec(recipe) ?? [];
  if (major === undefined) throw new Error('deploy/server.Dockerfile names no version of Node.js.');
  return major;
}

function installNode(major: string): string {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(projectRoot, '.data/bench', `node-${major}`);
  const quietly = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
  execFileSync('npm', ['install', ...quietly, `${name}@${major}`], { stdio: 'inherit' });
  return join(folder, 'node_modules', name, 'bin/node');
}
