import * as z from 'zod';

import { companyEnv, companyFrom, type Company } from '../contract/company.ts';
import { address, list, port, readSettings, SettingsError } from '../platform/env.ts';
import {
  metricsConfig,
  processSettings,
  type MetricsConfig,
} from '../platform/process-settings.ts';

const wholeNumber = z.coerce.number('must be a number').int('must be a whole number');
const atLeastOne = wholeNumber.min(1, 'must be at least 1');
// Timers hold no more than 24 days.
const windowSeconds = atLeastOne.max(604_800, 'must be at most 604800, a week');

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value;
}

/** Every setting that the API reads, besides the firm's own (`companyEnv` of the contract). */
export const apiSettings = z.object({
  ...processSettings,
  API_PORT: port.default(3001),
  API_HOST: z.string().default('127.0.0.1'),
  /** How many proxies of ours stand in front; 0 when the API faces visitors itself. */
  TRUSTED_PROXY_HOPS: wholeNumber.min(0, 'must not be negative').default(0),
  /** The origins, besides its own, whose pages may send enquiries. */
  ALLOWED_ORIGINS: list
    .refine(
      (origins) => origins.every(isOrigin),
      'must be origins such as https://www.example.co.za, separated by commas',
    )
    .default([]),
  DEDUPLICATION_MINUTES: atLeastOne.default(10),
  /** How many replicas of Redis must have an enquiry before it is acknowledged. */
  REDIS_WAIT_REPLICAS: wholeNumber.min(0, 'must not be negative').default(0),
  /** Above so many unstored enquiries the API asks visitors to come back, before Redis is full. */
  MAX_WAITING_SUBMISSIONS: atLeastOne.default(500_000),
  RATE_LIMIT_PER_ADDRESS: atLeastOne.default(20),
  RATE_LIMIT_WINDOW_SECONDS: windowSeconds.default(600),
  /** Enquiries that an e-mail address may send in an hour. */
  RATE_LIMIT_PER_EMAIL: atLeastOne.default(5),
  /** Enquiries that are taken in a minute from everybody together. */
  RATE_LIMIT_PER_MINUTE: atLeastOne.default(600),
  /** Signs what the form is given; one that Redis keeps unless it is set. */
  FORM_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  /** For the routes of staff only. */
  MONGODB_URI: address('mongodb:', 'mongodb+srv:').default('mongodb://127.0.0.1:27017/enquiries'),
  /** How many failed logins of staff an address has in each window; a username has five times it. */
  STAFF_LOGIN_ATTEMPTS: atLeastOne.default(10),
  STAFF_LOGIN_WINDOW_SECONDS: windowSeconds.default(900),
  /** The port of /metrics; 0 for none, which is the default outside of production. */
  API_METRICS_PORT: port.optional(),
});

export type ApiSettings = z.infer<typeof apiSettings>;

export interface ApiConfig extends ApiSettings {
  company: Company;
  /** Where pages link back to, without a trailing slash; empty for the API's own origin. */
  siteUrl: string;
  metrics: MetricsConfig;
}

/**
 * Reads what the API needs from the environment.
 *
 * @throws SettingsError that names every setting that cannot be used.
 */
export function readApiConfig(env: Record<string, string | undefined>): ApiConfig {
  const settings = readSettings(apiSettings, env);
  const company = readCompany(env);
  return {
    ...settings,
    company,
    siteUrl: env.SITE_URL ? company.siteUrl : '',
    metrics: metricsConfig(settings, settings.API_METRICS_PORT, 9101),
  };
}

function readCompany(env: Record<string, string | undefined>): Company {
  const names = Object.keys(companyEnv.shape);
  try {
    return companyFrom(Object.fromEntries(names.map((name) => [name, env[name] ?? ''])));
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error));
  }
}
