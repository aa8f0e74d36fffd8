import { fileURLToPath } from 'node:url';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';

import { buildOfficeIfStale, buildServersIfStale, buildSiteIfStale } from '../dev/build-site.ts';
import { findFreePort, waitUntilReady } from '../dev/ports.ts';
import { isRunning, spawnNode, stopChild } from '../dev/processes.ts';

export type ServiceName = 'api' | 'worker' | 'office';

/** A server of ours in its own process. */
export interface Service {
  url: string;
  child: ChildProcess;
  /** The output so far. */
  output: () => string;
  /** Kills it without warning, like a power cut. */
  kill: () => Promise<void>;
  /** Stops it gracefully. */
  stop: () => Promise<void>;
}

export interface ServiceOptions {
  port?: number;
  /** False for a service that cannot be ready yet, such as one whose stores are down. */
  waitUntilReady?: boolean;
  /** Another bundle to run instead of, say, `build/api.js`. */
  bundle?: string | undefined;
  /** The Node.js binary, by default that of this process. */
  node?: string | undefined;
  /** Additional arguments of Node.js. */
  nodeArgs?: string[];
  /** A file descriptor for the output, which then cannot be read here. */
  log?: number;
}

/** Settings that disable the API's rate limits. */
export const noLimits = {
  RATE_LIMIT_PER_ADDRESS: '1000000000',
  RATE_LIMIT_PER_EMAIL: '1000000000',
  RATE_LIMIT_PER_MINUTE: '1000000000',
};

/** Builds the production bundles for `startService`, and the page templates. */
export async function buildServers(): Promise<void> {
  await buildServersIfStale(console.info);
  await buildSiteIfStale(console.info);
  await buildOfficeIfStale(console.info);
}

/** Starts a server such as `build/api.js` with the given settings and JSON logs. */
export async function startService(
  name: ServiceName,
  settings: Record<string, string>,
  options: ServiceOptions = {},
): Promise<Service> {
  const { bundle = `build/${name}.js`, node, nodeArgs = [], log = 'pipe' } = options;
  const port = options.port ?? (await findFreePort());
  const env = {
    LOG_FORMAT: 'json',
    [`${name.toUpperCase()}_PORT`]: String(port),
    ...settings,
  };
  const stdio: StdioOptions = ['ignore', log, log, 'ipc'];
  const child = spawnNode([...nodeArgs, bundle], env, stdio, node);
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

/** Settings for a service whose clock is wrong by the given milliseconds. */
export function wrongBy(shift: number): Record<string, string> {
  const file = fileURLToPath(new URL('./shift-clock.js', import.meta.url));
  return { NODE_OPTIONS: `--import ${file}`, CLOCK_SHIFT: String(shift) };
}
