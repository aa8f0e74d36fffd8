import * as z from 'zod';

import { webAddress } from '#contract/web-address.ts';
import {
  atLeastOne,
  httpSettings,
  list,
  metricsAddress,
  port,
  processSettings,
  readSettings,
  windowSeconds,
  type Env,
} from '#server/settings.ts';

export const apiSettings = z.object({
  ...processSettings,
  ...httpSettings,
  /** By default, the site has the same origin as the API. */
  SITE_URL: z.optional(webAddress('https://www.example.co.za')),
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(3001),
  /** The port of /metrics; 0 disables it, which is the default outside production. */
  API_METRICS_PORT: port.optional(),
  /** Origins, besides the site's own, whose pages may send enquiries. */
  ALLOWED_ORIGINS: list
    .refine(
      (origins) => origins.every((value) => URL.canParse(value) && new URL(value).origin === value),
      'must be origins such as https://www.example.co.za, separated by commas',
    )
    .default([]),
  /** New enquiries from one network within the window; more are refused. */
  RATE_LIMIT_PER_ADDRESS: atLeastOne.default(20),
  RATE_LIMIT_WINDOW_SECONDS: windowSeconds.default(600),
  /** New enquiries per minute in this process; more are marked as possible spam. */
  RATE_LIMIT_PER_MINUTE: atLeastOne.default(600),
});

/** Settings of earlier releases, which are named in the log if they are still set. */
export const removedSettings = [
  'FORM_SECRET',
  'MAX_WAITING_SUBMISSIONS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'PAGES_DIR',
  'RATE_LIMIT_PER_EMAIL',
  'REDIS_WAIT_REPLICAS',
];

export type ApiConfig = ReturnType<typeof readApiConfig>;

/** @throws SettingsError that names every invalid setting. */
export function readApiConfig(env: Env) {
  const settings = readSettings(apiSettings, env);
  const siteUrl = settings.SITE_URL ?? '';
  return {
    ...settings,
    siteUrl,
    origins: [...settings.ALLOWED_ORIGINS, ...(siteUrl === '' ? [] : [siteUrl])],
    metrics: metricsAddress(settings, settings.API_METRICS_PORT, 9101),
  };
}
