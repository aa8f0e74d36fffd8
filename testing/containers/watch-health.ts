import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { projectRoot } from '../../dev/processes.ts';
import { labels } from './compose-container.ts';
import { podmanEnv } from './podman.ts';

/** Milliseconds between two checks, no more than the compose file's 5 and 10 seconds. */
const interval = 5_000;
const run = promisify(execFile);

/**
 * Runs the health checks of a project's containers and their DNS, as Docker itself does.
 *
 * @returns a function that stops it
 */
export function watchHealth(project: string): () => Promise<void> {
  const stopping = new AbortController();
  const env = { ...process.env, ...podmanEnv };
  const names = fork(join(projectRoot, 'testing/containers/shuffle-names.ts'), [project], {
    execArgv: ['--import', 'tsx'],
  });

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const filter = ['--filter', `label=${labels.project}=${project}`];
      const format = ['--format', '{{.Names}}'];
      const { stdout } = await run('podman', ['ps', ...filter, ...format], { env });
      for (const name of stdout.split('\n').filter(Boolean)) {
        // Podman itself records the result.
        await run('podman', ['healthcheck', 'run', name], { env }).catch(() => undefined);
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
