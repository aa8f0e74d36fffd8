import * as z from 'zod/mini';

import { companyEnv, parseSettings } from './company.ts';
import { webAddress } from './web-address.ts';

const sources = z
  .string()
  .check(
    z.regex(/^(https:\/\/[^\s;,'"$]+( |$))*$/, 'must be https:// URLs, separated by single spaces'),
  );

export const siteEnv = z.object({
  ...companyEnv.shape,
  API_URL: z.optional(webAddress('https://api.example.co.za')),
  CSP_SCRIPT_SRC: z._default(sources, ''),
  CSP_CONNECT_SRC: z._default(sources, ''),
  HSTS_INCLUDE_SUBDOMAINS: z._default(z.enum(['true', 'false']), 'false'),
});

/** The settings that the code of pages can read: the `envPrefix` of the site's build. */
export const pageSettings = ['API_URL', ...Object.keys(companyEnv.shape)];

export type SiteSettings = ReturnType<typeof siteSettingsFrom>;

/** @throws Error as `parseSettings` does. */
export function siteSettingsFrom(env: Readonly<Record<string, unknown>>) {
  const { API_URL, CSP_SCRIPT_SRC, CSP_CONNECT_SRC, HSTS_INCLUDE_SUBDOMAINS } = parseSettings(
    siteEnv,
    env,
  );
  return {
    /** The origin of the API, if it is not the site's. */
    apiOrigin: API_URL,
    scriptSources: CSP_SCRIPT_SRC,
    connectSources: CSP_CONNECT_SRC,
    includeSubDomains: HSTS_INCLUDE_SUBDOMAINS === 'true',
  };
}
