import type { ChildProcess } from 'node:child_process';

import { buildIfStale } from '../../dev/build-site.ts';
import { findFreePort } from './free-port.ts';
import { isOk, spawnNode } from '../../dev/processes.ts';
import { createOwnProcess } from './own-process.ts';

export type ServiceName = 'api' | 'worker' | 'office';

export type Service = Awaited<ReturnType<typeof startService>>;

export interface ServiceOptions {
  port?: number;
  /** False for a service that cannot be ready yet. */
  waitUntilReady?: boolean;
  /** Instead of, for example, `build/api.js`. */
  bundle?: string;
  nodeArgs?: string[];
}

export const noLimits = {
  RATE_LIMIT_PER_ADDRESS: '1000000000',
  RATE_LIMIT_PER_MINUTE: '1000000000',
};

export function buildServers(): void {
  for (const part of ['servers', 'site', 'office', 'mongodb'] as const) buildIfStale(part);
}

export async function startService(
  name: ServiceName,
  settings: Record<string, string>,
  options: ServiceOptions = {},
) {
  const { nodeArgs = [], bundle = `build/${name}.js` } = options;
  const port = options.port ?? (await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const env = { LOG_FORMAT: 'json', [`${name.toUpperCase()}_PORT`]: String(port), ...settings };
  let [child, output] = [{} as ChildProcess, ''];
  const ownProcess = createOwnProcess({
    name: `The ${name}`,
    launch() {
      child = spawnNode([...nodeArgs, bundle], env, ['ignore', 'pipe', 'pipe', 'ipc']);
      child.stdout?.on('data', (chunk) => (output += String(chunk)));
      child.stderr?.on('data', (chunk) => (output += String(chunk)));
      return child;
    },
    isReady: () => isOk(`${url}/readyz`),
    get note() {
      return `\n${output}`;
    },
  });
  await ownProcess.start(options.waitUntilReady);
  return {
    ...ownProcess,
    url,
    get child() {
      return child;
    },
    output: () => output,
  };
}
