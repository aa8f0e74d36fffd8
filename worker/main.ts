import { createLogger } from '#server/logger.ts';
import { stopOnSignal } from '#server/process.ts';
import { givenSettings, logOptions, SettingsError } from '#server/settings.ts';
import { readWorkerConfig } from './config.ts';
import { createWorker } from './worker.ts';

/** Settings of earlier releases, which are named in the log if they are still set. */
const removedSettings = ['CANARY_EMAIL', 'CANARY_EVERY_MINUTES', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

try {
  const config = readWorkerConfig(process.env);
  const logger = createLogger(logOptions('worker', config));
  const ignored = givenSettings(process.env, removedSettings);
  if (ignored.length > 0) logger.warn({ settings: ignored }, 'settings no longer used');
  const worker = createWorker(config, logger);
  stopOnSignal(logger, worker.close);
  await worker.start();
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
