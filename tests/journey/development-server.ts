import { isRunning, spawnTsx, stopChild } from '../../dev/processes.ts';
import { findFreePort, waitUntilReady } from '../../dev/ports.ts';

export interface DevelopmentServer {
  url: string;
  stop: () => Promise<void>;
}

/** Serves the sources of the site, as whoever works on it sees them. */
export async function startDevelopmentServer(): Promise<DevelopmentServer> {
  const port = await findFreePort();
  const env = { NODE_ENV: 'development', MODE: 'development', SITE_PORT: String(port) };
  const child = spawnTsx('dev/serve-sources.ts', [], env, 'ignore');
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(url, 60_000, () => !isRunning(child));
  } catch (error) {
    await stopChild(child);
    throw error;
  }
  return { url, stop: () => stopChild(child) };
}
