import * as z from 'zod/mini';

import { webAddress } from './web-address.ts';

const sources = z
  .string()
  .check(
    z.regex(/^(https:\/\/[^\s;,'"$]+( |$))*$/, 'must be https:// URLs, separated by single spaces'),
  );

/** Every setting of the site's build besides the firm's details. */
export const siteEnv = z.object({
  API_URL: z.optional(webAddress('https://api.example.co.za')),
  CSP_SCRIPT_SRC: z._default(sources, ''),
  CSP_CONNECT_SRC: z._default(sources, ''),
  HSTS_INCLUDE_SUBDOMAINS: z._default(z.enum(['true', 'false']), 'false'),
});

/** What the site's headers depend on. */
export type SiteSettings = ReturnType<typeof siteSettingsFrom>;

/**
 * Reads the settings of the site's build.
 *
 * @throws Error that names every invalid variable and the reason.
 */
export function siteSettingsFrom(env: Readonly<Record<string, unknown>>) {
  const given = Object.entries(env).filter(([, value]) => value !== '');
  const result = z.safeParse(siteEnv, Object.fromEntries(given));
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new Error(`The site's settings are not valid: ${problems.join('; ')}.`);
  }
  const { API_URL, CSP_SCRIPT_SRC, CSP_CONNECT_SRC, HSTS_INCLUDE_SUBDOMAINS } = result.data;
  return {
    /** The origin of the API, if it is not the site's. */
    apiOrigin: API_URL,
    /** Further sources of scripts, and of data that scripts load, in the site's policy. */
    scriptSources: CSP_SCRIPT_SRC,
    connectSources: CSP_CONNECT_SRC,
    includeSubDomains: HSTS_INCLUDE_SUBDOMAINS === 'true',
  };
}
