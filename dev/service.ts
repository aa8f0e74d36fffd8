import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';

import { isRunning, stopChild } from './children.ts';
import { findFreePort } from './ports.ts';
import { spawnBundle, spawnTsx } from './processes.ts';
import { waitUntilReady } from './wait-until-ready.ts';

/** An API or a worker that runs as a process of its own. */
export interface Service {
  url: string;
  child: ChildProcess;
  /** All that the process has printed so far. */
  output(): string;
  /** Ends it without warning, as a power cut would, and resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to end. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  port?: number;
  /** False for a service that cannot be ready yet, such as one whose stores are down. */
  waitUntilReady?: boolean;
  /** True for the bundle that production runs (`npm run build:servers`), not the sources. */
  bundle?: boolean;
}

/** Starts `api/main.ts` or `worker/main.ts` with the given settings and JSON logs. */
export async function startService(
  name: 'api' | 'worker',
  settings: Record<string, string>,
  options: ServiceOptions = {},
): Promise<Service> {
  const port = options.port ?? (await findFreePort());
  const env = {
    LOG_FORMAT: 'json',
    [name === 'api' ? 'API_PORT' : 'WORKER_PORT']: String(port),
    ...settings,
  };
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'ipc'];
  const child = options.bundle
    ? spawnBundle(name, env, stdio)
    : spawnTsx(`${name}/main.ts`, [], env, stdio);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (output += String(chunk)));
  const service: Service = {
    url: `http://127.0.0.1:${port}`,
    child,
    output: () => output,
    async kill() {
      if (!isRunning(child)) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    stop: () => stopChild(child),
  };
  if (options.waitUntilReady === false) return service;
  try {
    await waitUntilReady(`${service.url}/readyz`, 30_000, () => !isRunning(child));
  } catch (error) {
    await service.kill();
    throw new Error(`The ${name} did not start:\n${output}`, { cause: error });
  }
  return service;
}
