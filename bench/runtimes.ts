import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { fetchPackage, nodeVersionOfImages } from '../testing/containers/base-images.ts';

export interface Runtime {
  /** Such as `Node 24.1.0`. */
  name: string;
  path: string;
}

export const runningNode: Runtime = {
  name: `Node ${process.versions.node}`,
  path: process.execPath,
};

/**
 * Returns the Node.js of the container images: the binary at BENCH_NODE, or the latest release of
 * their major version. That release is downloaded from npm and then kept.
 *
 * @throws Error if it is not available.
 */
export function fetchNodeOfImages(): Runtime {
  const spec = `node-${process.platform}-${process.arch}@${nodeVersionOfImages()}`;
  const path = process.env.BENCH_NODE ?? join(fetchPackage(spec, 'node'), 'bin/node');
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  return { name: `Node ${version}`, path };
}
