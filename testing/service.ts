import { fileURLToPath } from 'node:url';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';

import { buildOfficeIfStale, buildServersIfStale, buildSiteIfStale } from '../dev/build-site.ts';
import { findFreePort, waitUntilReady } from '../dev/ports.ts';
import { isRunning, spawnNode, stopChild } from '../dev/processes.ts';

export type ServiceName = 'api' | 'worker' | 'office';

/** One of our servers that runs as a process of its own. */
export interface Service {
  url: string;
  child: ChildProcess;
  /** All that the process has printed so far. */
  output: () => string;
  /** Ends it without warning, as a power cut would, and resolves when it is gone. */
  kill: () => Promise<void>;
  /** Asks it to end. */
  stop: () => Promise<void>;
}

export interface ServiceOptions {
  port?: number;
  /** False for a service that cannot be ready yet, such as one whose stores are down. */
  waitUntilReady?: boolean;
  /** What runs in its place, instead of `build/api.js`, say. */
  bundle?: string | undefined;
  /** The Node.js that runs it, instead of the one that runs this. */
  node?: string | undefined;
  /** Further arguments of Node.js. */
  nodeArgs?: string[];
  /** The descriptor of a file that takes the output, which cannot be read here then. */
  log?: number;
}

/** The settings of an API that takes as much from one source as comes. */
export const noLimits = {
  RATE_LIMIT_PER_ADDRESS: '1000000000',
  RATE_LIMIT_PER_EMAIL: '1000000000',
  RATE_LIMIT_PER_MINUTE: '1000000000',
};

/**
 * Builds the bundles that production runs, which `startService` starts, and the pages that they
 * answer with.
 */
export async function buildServers(): Promise<void> {
  await buildServersIfStale(console.info);
  await buildSiteIfStale(console.info);
  await buildOfficeIfStale(console.info);
}

/** Starts `build/api.js`, say, with the given settings and JSON logs. */
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

/** The settings of a service whose clock is wrong by so many milliseconds. */
export function wrongBy(shift: number): Record<string, string> {
  const file = fileURLToPath(new URL('./shift-clock.js', import.meta.url));
  return { NODE_OPTIONS: `--import ${file}`, CLOCK_SHIFT: String(shift) };
}
