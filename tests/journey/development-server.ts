import { isRunning, stopChild } from '../../dev/children.ts';
import { findFreePort } from '../../dev/ports.ts';
import { spawnTsx } from '../../dev/processes.ts';
import { waitUntilReady } from '../../dev/wait-until-ready.ts';

export interface DevelopmentServer {
  url: string;
  stop(): Promise<void>;
}

/** Serves the sources of the site, as whoever works on it sees them. */
export async function startDevelopmentServer(): Promise<DevelopmentServer> {
  const port = await findFreePort();
  const env = { NODE_ENV: 'development', MODE: 'development' };
  const child = spawnTsx('tests/journey/serve-sources.ts', [String(port)], env, 'ignore');
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(url, 60_000, () => !isRunning(child));
  } catch (error) {
    await stopChild(child);
    throw error;
  }
  return { url, stop: () => stopChild(child) };
}
