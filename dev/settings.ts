import * as z from 'zod';

import { address, port, readSettings, type Env } from '#server/settings.ts';

/** The settings of `npm start` and `npm run dev`, besides those that the servers read. */
export const devSettings = z.object({
  SITE_PORT: port.default(4173),
  API_PORT: port.default(3001),
  WORKER_PORT: port.default(3002),
  OFFICE_PORT: port.default(3003),
  API_METRICS_PORT: port.default(9101),
  WORKER_METRICS_PORT: port.default(9102),
  OFFICE_METRICS_PORT: port.default(9103),
  /** For the stores started here: the port, or any other if it is in use. */
  REDIS_PORT: port.default(6380),
  MONGODB_PORT: port.default(27018),
  DATA_DIR: z.string().default('.data'),
  REDIS_URL: address('redis:', 'rediss:').optional(),
  MONGODB_URI: address('mongodb:', 'mongodb+srv:').optional(),
  SMTP_URL: address('smtp:', 'smtps:').optional(),
  OUTBOX_DIR: z.string().optional(),
});

export type DevSettings = z.infer<typeof devSettings>;

/** Reads `devSettings`. @throws SettingsError that names every invalid variable. */
export function readDevSettings(env: Env): DevSettings {
  return readSettings(devSettings, env);
}
