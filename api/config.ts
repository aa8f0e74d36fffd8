import { fileURLToPath } from 'node:url';
import * as z from 'zod';

import { companyEnv } from '../contract/company.ts';
import { firm } from '../firm/firm.ts';
import {
  atLeastOne,
  httpSettings,
  isGiven,
  list,
  metricsConfig,
  port,
  processSettings,
  readSettings,
  windowSeconds,
} from '../platform/settings.ts';

export const apiSettings = z.object({
  ...processSettings,
  ...httpSettings,
  SITE_URL: companyEnv.shape.SITE_URL,
  API_PORT: port.default(3001),
  API_HOST: z.string().default('127.0.0.1'),
  PAGES_DIR: z.string().default(fileURLToPath(new URL('../dist-pages', import.meta.url))),
  /** Origins, besides the site's own, whose pages may send enquiries. */
  ALLOWED_ORIGINS: list
    .refine(
      (origins) => origins.every((value) => URL.canParse(value) && new URL(value).origin === value),
      'must be origins such as https://www.example.co.za, separated by commas',
    )
    .default([]),
  /** Queue length at which the API starts to refuse enquiries, so that Redis does not fill up. */
  MAX_WAITING_SUBMISSIONS: atLeastOne.default(500_000),
  RATE_LIMIT_PER_ADDRESS: atLeastOne.default(20),
  RATE_LIMIT_WINDOW_SECONDS: windowSeconds.default(600),
  /**
   * Enquiries per hour with one email address from one network; more are refused. If an email
   * address exceeds the limit on all networks together, its enquiries are screened more strictly.
   */
  RATE_LIMIT_PER_EMAIL: atLeastOne.default(5),
  /** Enquiries per minute from all visitors together. Those over the limit are quarantined. */
  RATE_LIMIT_PER_MINUTE: atLeastOne.default(600),
  /** The secret that signs form tokens and receipt links. By default, Redis stores a random one. */
  FORM_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  /** The port of /metrics; 0 disables it, which is the default outside production. */
  API_METRICS_PORT: port.optional(),
});

export type ApiConfig = ReturnType<typeof readApiConfig>;

/**
 * Reads the API's settings from the environment.
 *
 * @throws SettingsError that names every invalid setting.
 */
export function readApiConfig(env: Record<string, string | undefined>) {
  const settings = readSettings(apiSettings, env);
  return {
    ...settings,
    /**
     * The URL of the site, without a trailing slash; empty if SITE_URL is not set, because the site
     * then has the same origin as the API.
     */
    siteUrl: isGiven(env, 'SITE_URL') ? settings.SITE_URL : '',
    replyWithin: firm.replyWithin,
    metrics: metricsConfig(settings, settings.API_METRICS_PORT, 9101),
  };
}
