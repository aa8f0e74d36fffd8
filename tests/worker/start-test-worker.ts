import { createLogger } from '../../platform/logger.ts';
import { readWorkerConfig } from '../../worker/config.ts';
import { createContext, type WorkerContext } from '../../worker/context.ts';
import { createWorker, type RunningWorker } from '../../worker/worker.ts';
import { ownStores, type OwnStores } from '../../testing/own-stores.ts';

/** A worker inside the test's process, on stores of its own. */
export interface TestWorker extends WorkerContext, RunningWorker {
  settings: OwnStores['settings'] & Record<string, string>;
  /** Every line that it has logged. */
  logs: () => string;
  /** Closes it and removes what it stored. */
  remove: () => Promise<void>;
}

/** Puts a worker together; `start` it when the test is ready. */
export function createTestWorker(settings: Record<string, string> = {}): TestWorker {
  const stores = ownStores();
  const all = { WORKER_PORT: '0', LOG_LEVEL: 'debug', ...stores.settings, ...settings };
  const config = readWorkerConfig(all);
  let logs = '';
  const logger = createLogger(
    { ...config.log, format: 'json' },
    { write: (line) => void (logs += line) },
  );
  const context = createContext(config, logger);
  const worker = createWorker(context);
  return {
    ...context,
    ...worker,
    settings: all,
    logs: () => logs,
    async remove() {
      await worker.close();
      await stores.remove();
    },
  };
}

/** Puts a worker together and starts it. */
export async function startTestWorker(settings: Record<string, string> = {}): Promise<TestWorker> {
  const worker = createTestWorker(settings);
  await worker.start();
  return worker;
}
