import * as z from 'zod';

import { companyEnv, companyFrom } from '../contract/company.ts';
import {
  atLeastOne,
  httpSettings,
  list,
  metricsConfig,
  notNegative,
  port,
  processSettings,
  readSettings,
  windowSeconds,
} from '../platform/settings.ts';

/** Every setting that the API reads. The firm's names and addresses are those of contract/company. */
export const apiSettings = z.object({
  ...processSettings,
  ...httpSettings,
  ...companyEnv.shape,
  API_PORT: port.default(3001),
  API_HOST: z.string().default('127.0.0.1'),
  /** The origins, besides its own, whose pages may send enquiries. */
  ALLOWED_ORIGINS: list
    .refine(
      (origins) => origins.every((value) => URL.canParse(value) && new URL(value).origin === value),
      'must be origins such as https://www.example.co.za, separated by commas',
    )
    .default([]),
  /** How many replicas of Redis must have an enquiry before it is acknowledged. */
  REDIS_WAIT_REPLICAS: notNegative.default(0),
  /** Above so many unstored enquiries the API asks visitors to come back, before Redis is full. */
  MAX_WAITING_SUBMISSIONS: atLeastOne.default(500_000),
  RATE_LIMIT_PER_ADDRESS: atLeastOne.default(20),
  RATE_LIMIT_WINDOW_SECONDS: windowSeconds.default(600),
  /** Enquiries that an email address may send in an hour. */
  RATE_LIMIT_PER_EMAIL: atLeastOne.default(5),
  /** Enquiries that are taken in a minute from everybody together. */
  RATE_LIMIT_PER_MINUTE: atLeastOne.default(600),
  /** Signs what the form is given; one that Redis keeps unless it is set. */
  FORM_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  /** The port of /metrics; 0 for none, which is the default outside of production. */
  API_METRICS_PORT: port.optional(),
});

export type ApiConfig = ReturnType<typeof readApiConfig>;

/**
 * Reads what the API needs from the environment.
 *
 * @throws SettingsError that names every setting that cannot be used.
 */
export function readApiConfig(env: Record<string, string | undefined>) {
  const settings = readSettings(apiSettings, env);
  const company = companyFrom(settings);
  return {
    ...settings,
    company,
    /** Where pages link back to, without a trailing slash; empty for the API's own origin. */
    siteUrl: env.SITE_URL ? company.siteUrl : '',
    metrics: metricsConfig(settings, settings.API_METRICS_PORT, 9101),
  };
}
