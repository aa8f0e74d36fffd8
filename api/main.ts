import { createLogger } from '#server/logger.ts';
import { stopOnSignal } from '#server/process.ts';
import { givenSettings, logOptions, SettingsError } from '#server/settings.ts';
import { startApi } from './app.ts';
import { readApiConfig, removedSettings } from './config.ts';

try {
  const config = readApiConfig(process.env);
  const logger = createLogger(logOptions('api', config));
  const ignored = givenSettings(process.env, removedSettings);
  if (ignored.length > 0) logger.warn({ settings: ignored }, 'settings no longer used');
  const api = await startApi(config, logger);
  stopOnSignal(logger, api.stop);
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
