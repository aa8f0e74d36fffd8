import { execFile, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { projectRoot } from '../../dev/processes.ts';
import { bundleForNode, makeBaseImages } from './base-images.ts';
import { labels } from './compose-container.ts';
import { cacheFolder, preparePodman } from './podman.ts';

/** The container engine. After `chooseDocker`, `docker` and `docker compose` use it. */
export interface Docker {
  description: string;
  /** Whether images come from registries, not from local stand-ins. */
  real: boolean;
  /** Runs a project's health checks and name server unless Docker does. Returns a stop function. */
  watch: (project: string) => () => Promise<void>;
}

/**
 * Chooses Docker if it runs and has its compose plugin, else podman with a stand-in for Docker's
 * commands.
 */
export async function chooseDocker(say: (line: string) => void): Promise<Docker> {
  const answers = (...args: string[]) => spawnSync('docker', args).status === 0;
  if (answers('info') && answers('compose', 'version')) {
    return { description: 'Docker', real: true, watch: () => () => Promise.resolve() };
  }
  preparePodman(say);
  await makeBaseImages(say);
  const programs = join(cacheFolder, 'bin');
  const bundle = join(programs, 'docker.mjs');
  await bundleForNode(join(projectRoot, 'testing/containers/docker.ts'), bundle);
  const script = `#!/bin/sh\nexec '${process.execPath}' '${bundle}' "$@"\n`;
  writeFileSync(join(programs, 'docker'), script, { mode: 0o755 });
  process.env.PATH = `${programs}:${process.env.PATH ?? ''}`;
  const description = 'podman, with base images made here and our own stand-in for docker compose';
  return { description, real: false, watch: watchHealth };
}

/** Milliseconds between two health checks: at most the shortest `interval` in the compose file. */
const interval = 5_000;
const run = promisify(execFile);

function watchHealth(project: string): () => Promise<void> {
  const stopping = new AbortController();
  const names = fork(join(projectRoot, 'testing/containers/shuffle-names.ts'), [project], {
    execArgv: ['--import', 'tsx'],
  });

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const filter = ['--filter', `label=${labels.project}=${project}`];
      const format = ['--format', '{{.Names}}'];
      const { stdout } = await run('podman', ['ps', ...filter, ...format]);
      for (const name of stdout.split('\n').filter(Boolean)) {
        // Podman records the result, so a failure is ignored here.
        await run('podman', ['healthcheck', 'run', name]).catch(() => undefined);
      }
      await sleep(interval, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const ended = watch();
  return async () => {
    stopping.abort();
    await ended;
    names.disconnect();
    await once(names, 'exit');
  };
}
