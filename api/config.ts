import { fileURLToPath } from 'node:url';
import * as z from 'zod';

import { companyEnv } from '../contract/company.ts';
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

/** Every setting that the API reads. */
export const apiSettings = z.object({
  ...processSettings,
  ...httpSettings,
  SITE_URL: companyEnv.shape.SITE_URL,
  REPLY_WITHIN: companyEnv.shape.REPLY_WITHIN,
  API_PORT: port.default(3001),
  API_HOST: z.string().default('127.0.0.1'),
  /** The folder of the pages that it answers with: beside the bundle, and the same from the sources. */
  PAGES_DIR: z.string().default(fileURLToPath(new URL('../dist-pages', import.meta.url))),
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
  return {
    ...settings,
    /** Where pages link back to, without a trailing slash; empty for the API's own origin. */
    siteUrl: env.SITE_URL ? settings.SITE_URL : '',
    replyWithin: settings.REPLY_WITHIN || undefined,
    metrics: metricsConfig(settings, settings.API_METRICS_PORT, 9101),
  };
}
