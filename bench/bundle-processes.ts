import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';

import { projectRoot } from '../dev/processes.ts';

const folder = join(projectRoot, 'build/bench');

/** The path of the meter, once bundled. */
export const meterFile = join(folder, 'meter.js');

/** The path of a bundled baseline or load generator, such as `api/baselines/empty`. */
export function benchBundle(name: string): string {
  return join(folder, `${name}.js`);
}

/** Bundles the servers as production does, and what they are measured against in the same way. */
export async function bundleProcesses(names: string[]): Promise<void> {
  const servers = spawnSync('npm', ['run', '--silent', 'build:servers'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  if (servers.status !== 0) throw new Error(`The servers could not be built:\n${servers.stderr}`);
  await build({
    entryPoints: ['meter', ...names].map((name) => join(projectRoot, 'bench', `${name}.ts`)),
    outdir: folder,
    outbase: join(projectRoot, 'bench'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
}
