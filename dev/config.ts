import { resolve } from 'node:path';
import * as z from 'zod';

import { address, port, readSettings } from '../packages/server/settings.ts';

/** The settings of `npm start` and `npm run dev`. Each server also reads its own. */
export const devSettings = z.object({
  SITE_PORT: port.default(4173),
  API_PORT: port.default(3001),
  WORKER_PORT: port.default(3002),
  OFFICE_PORT: port.default(3003),
  API_METRICS_PORT: port.default(9101),
  WORKER_METRICS_PORT: port.default(9102),
  OFFICE_METRICS_PORT: port.default(9103),
  REDIS_PORT: port.optional(),
  MONGODB_PORT: port.optional(),
  DATA_DIR: z.string().default('.data'),
  REDIS_URL: address('redis:', 'rediss:').optional(),
  MONGODB_URI: address('mongodb:', 'mongodb+srv:').optional(),
  SMTP_URL: address('smtp:', 'smtps:').optional(),
  OUTBOX_DIR: z.string().optional(),
});

export type DevConfig = z.infer<typeof devSettings>;

/**
 * Reads `devSettings`. DATA_DIR becomes an absolute path.
 *
 * @throws SettingsError that names every invalid variable.
 */
export function readDevConfig(env: Record<string, string | undefined>): DevConfig {
  const settings = readSettings(devSettings, env);
  return { ...settings, DATA_DIR: resolve(settings.DATA_DIR) };
}

/** The exports of `office/config.ts` that `npm start` and `npm run dev` use. */
interface OfficeConfig {
  readOfficeConfig: (env: Record<string, string | undefined>) => unknown;
  /** The settings that the doctor reads, by name. */
  doctorSettings: object;
}

export async function loadOfficeConfig(): Promise<OfficeConfig> {
  // With a literal path, TypeScript and esbuild would require the folder.
  const nothing = '';
  return (await import(`../office/config.ts${nothing}`)) as OfficeConfig;
}
