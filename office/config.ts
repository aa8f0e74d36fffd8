import { fileURLToPath } from 'node:url';
import * as z from 'zod';

import { companyEnv } from '../contract/company.ts';
import {
  address,
  atLeastOne,
  httpSettings,
  metricsConfig,
  officeUrl,
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
  COMPANY_NAME: companyEnv.shape.COMPANY_NAME,
  SITE_URL: companyEnv.shape.SITE_URL,
  RETENTION_MONTHS: companyEnv.shape.RETENTION_MONTHS,
  /** Where mail may lie that was never sent by SMTP. */
  OUTBOX_DIR: z.string().default('.data/outbox'),
  OFFICE_URL: officeUrl,
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
  return {
    ...settings,
    officeUrl: readOfficeUrl(settings),
    metrics: metricsConfig(settings, settings.OFFICE_METRICS_PORT, 9103),
  };
}

/** The office's address without a slash at its end. */
export function readOfficeUrl(settings: {
  OFFICE_URL?: string | undefined;
  SITE_URL?: string | undefined;
}): string {
  const url =
    settings.OFFICE_URL ?? settings.SITE_URL ?? companyEnv.shape.SITE_URL.parse(undefined);
  return url.replace(/\/$/, '');
}

/** The folder of the built pages: beside the bundle, and the same seen from the sources. */
export const builtPages = fileURLToPath(new URL('../build/office-pages', import.meta.url));
