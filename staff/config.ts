import { join } from 'node:path';
import * as z from 'zod';

import { companyEnv } from '../contract/company.ts';
import { address, readSettings, SettingsError } from '../platform/env.ts';
import { processSettings } from '../platform/process-settings.ts';
import { redisUrl } from '../platform/redis-address.ts';
import { findRunningProduct } from './running-product.ts';

/** Every setting of the commands of staff. */
export const staffSettings = z.object({
  REDIS_URL: redisUrl.optional(),
  MONGODB_URI: address('mongodb:', 'mongodb+srv:').optional(),
  QUEUE_PREFIX: processSettings.QUEUE_PREFIX,
  /** The folder of `npm start`, where its addresses are found. */
  DATA_DIR: z.string().default('.data'),
  OUTBOX_DIR: z.string().optional(),
  RETENTION_MONTHS: companyEnv.shape.RETENTION_MONTHS,
});

export interface StaffConfig {
  redisUrl: string;
  mongodbUri: string;
  queuePrefix: string;
  /** Where mail may lie that was never sent by SMTP. */
  outboxDir: string;
  retentionMonths: number;
}

/**
 * Reads the settings, and takes the stores of a running `npm start` where none are set.
 *
 * @throws SettingsError that says what to set.
 */
export function readStaffConfig(env: Record<string, string | undefined>): StaffConfig {
  const settings = readSettings(staffSettings, env);
  const needsProduct = !settings.REDIS_URL || !settings.MONGODB_URI;
  const running = needsProduct ? findRunningProduct(settings.DATA_DIR) : undefined;
  const redisUrl = settings.REDIS_URL ?? running?.redis;
  const mongodbUri = settings.MONGODB_URI ?? running?.mongodb;
  if (!redisUrl || !mongodbUri) {
    throw new SettingsError(
      `The product does not run under npm start (there is no ${join(settings.DATA_DIR, 'running.json')} of a live process). ` +
        'Start it, or set REDIS_URL and MONGODB_URI to the stores that it uses.',
    );
  }
  return {
    redisUrl,
    mongodbUri,
    queuePrefix: settings.QUEUE_PREFIX,
    outboxDir: running?.outbox || (settings.OUTBOX_DIR ?? join(settings.DATA_DIR, 'outbox')),
    retentionMonths: Number(settings.RETENTION_MONTHS),
  };
}
