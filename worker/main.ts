import { SettingsError } from '../platform/settings.ts';
import { createLogger } from '../platform/logger.ts';
import { stopOnSignal } from '../platform/shutdown.ts';
import { readWorkerConfig } from './config.ts';
import { createContext } from './context.ts';
import { createWorker } from './worker.ts';

try {
  const config = readWorkerConfig(process.env);
  const logger = createLogger(config.log);
  const worker = createWorker(createContext(config, logger));
  stopOnSignal(logger, () => worker.close());
  await worker.start();
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
