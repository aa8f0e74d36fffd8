import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../dev/processes.ts';
import { bundleForNode, makeBaseImages } from './base-images.ts';
import { cacheFolder, preparePodman } from './podman.ts';
import { watchHealth } from './watch-health.ts';

/** The container engine; after this, `docker` and `docker compose` work. */
export interface Docker {
  description: string;
  /** Whether images come from registries rather than stand-ins. */
  real: boolean;
  /** Watches over a project as Docker itself does. Returns a function that stops it. */
  watch: (project: string) => () => Promise<void>;
}

/** Chooses Docker with its compose plugin, or podman with stand-ins for both. */
export async function chooseDocker(say: (line: string) => void): Promise<Docker> {
  const answers = (...args: string[]) => spawnSync('docker', args).status === 0;
  if (answers('info') && answers('compose', 'version')) {
    return { description: 'Docker', real: true, watch: () => () => Promise.resolve() };
  }
  preparePodman(say);
  const recipe = readFileSync(join(projectRoot, 'deploy/server.Dockerfile'), 'utf8');
  const [, nodeVersion = ''] = /^FROM .*\bnode:(\d+)/m.exec(recipe) ?? [];
  await makeBaseImages(nodeVersion, say);
  const programs = join(cacheFolder, 'bin');
  const bundle = join(programs, 'docker.mjs');
  await bundleForNode(join(projectRoot, 'testing/containers/docker.ts'), bundle);
  const script = `#!/bin/sh\nexec '${process.execPath}' '${bundle}' "$@"\n`;
  writeFileSync(join(programs, 'docker'), script, { mode: 0o755 });
  process.env.PATH = `${programs}:${process.env.PATH ?? ''}`;
  const description = 'podman, with base images made here and our own stand-in for docker compose';
  return { description, real: false, watch: watchHealth };
}
