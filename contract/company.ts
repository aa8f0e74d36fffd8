import * as z from 'zod/mini';

import { emailAddress } from './contact-fields.ts';
import { webAddress } from './web-address.ts';

// A dollar sign would corrupt pages, because the build inserts text with String.replace.
export const text = matching(/^[^$\p{Cc}]+$/u, 'must be one line of text without a dollar sign');
const email = text.check(z.regex(emailAddress, 'must be an email address'));
const phone = matching(/^\+?[\d ()-]{7,}$/, 'must be a phone number');
const figure = matching(/^\d+\+?$/, 'must be a number such as 20+');
const months = matching(/^[1-9]\d{0,2}$/, 'must be a whole number of months');
const url = matching(/^https:\/\/[^\s$"<>]+$/, 'must begin with https://');
const documentUrl = matching(
  /^(https:\/\/|\/(?!\/))[^\s$"<>]+$/,
  'must begin with https:// or with a single slash',
);

function matching(pattern: RegExp, message: string) {
  return z.string().check(z.regex(pattern, message));
}

/** The networks with an icon, drawn in site/sections/SocialLinks.tsx. */
const networks = ['Facebook', 'Instagram', 'LinkedIn', 'Twitter'] as const;

export const firmFacts = z.strictObject({
  name: text,
  email,
  phone,
  address: z.strictObject({
    street: text,
    suburb: text,
    city: text,
    province: text,
    postalCode: text,
    country: text,
  }),
  /** Weekdays first. Times may be in 12-hour or 24-hour format, or in words. */
  hours: z.array(z.strictObject({ days: text, time: text })).check(z.minLength(1)),
  founded: z
    .int()
    .check(
      z.minimum(1800, 'must be a year'),
      z.maximum(new Date().getFullYear(), 'must not be in the future'),
    ),
  /** Shown after the years of experience, which are calculated from `founded`. */
  figures: z.array(z.strictObject({ figure, label: text })),
  informationOfficer: z.strictObject({ name: text, email }),
  social: z.array(
    z.strictObject({
      label: z.enum(networks, `must be one with an icon: ${networks.join(', ')}`),
      href: url,
    }),
  ),
  /**
   * The promised reply time, such as 'one working day'. If it is in working days, the enquiries
   * desk shows which replies are overdue.
   */
  replyWithin: z.optional(
    text.check(
      z.regex(/\b(?:hour|day|week)s?$/, 'must be a length of time, such as one working day'),
    ),
  ),
  bookingUrl: z.optional(url),
  documents: z.strictObject({ terms: documentUrl, paia: documentUrl }),
});

export type Firm = z.infer<typeof firmFacts>;

export const builtDocuments: Firm['documents'] = {
  terms: '/documents/terms-and-conditions.pdf',
  paia: '/documents/paia-manual.pdf',
};

/** The path of the PDF profile of the firm, which the build makes for boards. */
export const profilePath = '/documents/profile.pdf';

/** Settings that may differ between test and production. */
export const companyEnv = z.object({
  RETENTION_MONTHS: z._default(months, '24'),
  SITE_URL: z._default(webAddress('https://www.example.co.za'), 'https://www.example.co.za'),
});

export type Company = ReturnType<typeof companyFrom>;

/**
 * Completes the firm's facts with the settings and with values derived from both.
 *
 * @throws Error as `parseSettings` does.
 */
export function companyFrom(facts: Firm, env: Readonly<Record<string, unknown>> = {}) {
  const settings = parseSettings(companyEnv, env);
  const { phone: number, address } = facts;
  return {
    ...facts,
    founded: String(facts.founded),
    experience: experienceOf(new Date().getFullYear() - facts.founded),
    // The zero in `+27 (0)11` is only for calls within the country.
    phoneHref: `tel:${number.replace(/(?<=^\+.*)\(0\)|[^\d+]/g, '')}`,
    // In a small town, the suburb may have the same name as the town.
    addressLines: Array.from(
      new Set([address.street, address.suburb, address.city, address.postalCode, address.country]),
    ),
    retentionMonths: Number(settings.RETENTION_MONTHS),
    /** The origin of the site, such as `https://www.example.co.za`. */
    siteUrl: settings.SITE_URL,
  };
}

const numbers =
  'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  );

/** Writes a number of years as a figure and in words: `70+` and `Seven Decades`. */
export function experienceOf(years: number): { figure: string; words: string } {
  const decades = Math.floor(years / 10);
  const [count, unit] = decades > 1 ? [decades, 'Decade'] : [years, 'Year'];
  return {
    figure: decades > 0 ? `${decades * 10}+` : String(years),
    words: `${numbers[count] ?? count} ${unit}${count === 1 ? '' : 's'}`,
  };
}

/**
 * Parses environment variables. This also works in pages; servers use `readSettings` instead.
 *
 * @throws Error that names every invalid variable and the reason.
 */
export function parseSettings<Schema extends z.ZodMiniType>(
  schema: Schema,
  env: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  // An empty variable, as in a copied .env.example, means the default.
  const set = Object.entries(env).filter(([, value]) => value !== '');
  const result = z.safeParse(schema, Object.fromEntries(set));
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new Error(`The settings are not valid: ${problems.join('; ')}.`);
}
