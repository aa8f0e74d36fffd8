import { createOwnProcess, type OwnProcess } from '../testing/own-process.ts';
import { startService, type ServiceName } from '../testing/service.ts';

/** One of our servers, on a fixed port. */
export interface Server extends OwnProcess {
  url: string;
  /** Restarts it with additional settings. With another MongoDB it may not become ready. */
  restart: (change?: Record<string, string>, bundle?: string) => Promise<void>;
}

interface Options {
  port: number;
  /** Whether `start` waits until it is ready, which takes as long as its stores are down. */
  startWaits?: boolean;
}

/** Starts a server, and waits until it is ready. */
export async function startServer(
  name: ServiceName,
  settings: Record<string, string>,
  { port, startWaits = true }: Options,
): Promise<Server> {
  let change: Record<string, string> = {};
  let options = { port, bundle: undefined as string | undefined, waitUntilReady: true };
  const launch = () => startService(name, { ...settings, ...change }, options);
  const own = createOwnProcess(async () => (await launch()).child);
  await own.start();
  options.waitUntilReady = startWaits;
  return {
    ...own,
    url: `http://127.0.0.1:${port}`,
    async restart(next = {}, bundle) {
      await own.stop();
      change = next;
      options = { port, bundle, waitUntilReady: next.MONGODB_URI === undefined };
      await own.start();
      options.waitUntilReady &&= startWaits;
    },
  };
}
