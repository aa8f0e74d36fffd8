import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { fetchPackage, nodeVersionOfImages } from '../testing/containers/base-images.ts';

/** A Node.js version that a benchmark runs on. */
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
 * The Node.js version of the images: the binary in BENCH_NODE, or the latest release of their major
 * version, which is downloaded from npm once.
 *
 * @throws Error if it is not available.
 */
export function fetchNodeOfImages(): Runtime {
  const spec = `node-${process.platform}-${process.arch}@${nodeVersionOfImages()}`;
  const path = process.env.BENCH_NODE ?? join(fetchPackage(spec, 'node'), 'bin/node');
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  return { name: `Node ${version}`, path };
}
