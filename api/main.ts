import { SettingsError } from '../platform/env.ts';
import { createLogger } from '../platform/logger.ts';
import { logFormat } from '../platform/process-settings.ts';
import { stopOnSignal } from '../platform/shutdown.ts';
import { readApiConfig } from './config.ts';
import { startApi } from './start-api.ts';

async function main(): Promise<void> {
  const config = readApiConfig(process.env);
  const logger = createLogger({
    service: 'api',
    level: config.LOG_LEVEL,
    format: logFormat(config),
  });
  const api = await startApi(config, logger);
  stopOnSignal(logger, api.stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
});
