import { createLogger } from '#server/logger.ts';
import { logOptions, SettingsError } from '#server/settings.ts';
import { stopOnSignal } from '#server/process.ts';
import { startOffice } from './server/app.ts';
import { readOfficeConfig } from './config.ts';

try {
  const config = readOfficeConfig(process.env);
  const logger = createLogger(logOptions('office', config));
  const office = await startOffice(config, logger);
  stopOnSignal(logger, office.stop);
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
