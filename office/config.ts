import * as z from 'zod';

import {
  address,
  atLeastOne,
  httpSettings,
  metricsConfig,
  port,
  processSettings,
  readSettings,
  windowSeconds,
} from '../platform/settings.ts';

/** Every setting that the office's server reads. */
export const officeSettings = z.object({
  ...processSettings,
  ...httpSettings,
  OFFICE_PORT: port.default(3003),
  OFFICE_HOST: z.string().default('127.0.0.1'),
  MONGODB_URI: address('mongodb:', 'mongodb+srv:').default('mongodb://127.0.0.1:27017/enquiries'),
  /** How many failed logins of staff an address has in each window; a username has five times it. */
  STAFF_LOGIN_ATTEMPTS: atLeastOne.default(10),
  STAFF_LOGIN_WINDOW_SECONDS: windowSeconds.default(900),
  /** The port of /metrics; 0 for none, which is the default outside of production. */
  OFFICE_METRICS_PORT: port.optional(),
});

export type OfficeConfig = ReturnType<typeof readOfficeConfig>;

/**
 * Reads what the office's server needs from the environment.
 *
 * @throws SettingsError that names every setting that cannot be used.
 */
export function readOfficeConfig(env: Record<string, string | undefined>) {
  const settings = readSettings(officeSettings, env);
  return { ...settings, metrics: metricsConfig(settings, settings.OFFICE_METRICS_PORT, 9103) };
}
