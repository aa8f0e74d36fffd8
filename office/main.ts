import { createLogger } from '../platform/logger.ts';
import { logFormat, SettingsError } from '../platform/settings.ts';
import { stopOnSignal } from '../platform/shutdown.ts';
import { startOffice } from './server/app.ts';
import { readOfficeConfig } from './config.ts';

try {
  const config = readOfficeConfig(process.env);
  const level = config.LOG_LEVEL;
  const logger = createLogger({ service: 'office', level, format: logFormat(config) });
  const office = await startOffice(config, logger);
  stopOnSignal(logger, office.stop);
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
