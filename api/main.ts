import { createLogger } from '../platform/logger.ts';
import { logFormat, SettingsError } from '../platform/settings.ts';
import { stopOnSignal } from '../platform/shutdown.ts';
import { startApi } from './app.ts';
import { readApiConfig } from './config.ts';

try {
  const config = readApiConfig(process.env);
  const level = config.LOG_LEVEL;
  const logger = createLogger({ service: 'api', level, format: logFormat(config) });
  const api = await startApi(config, logger);
  stopOnSignal(logger, () => api.stop());
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
