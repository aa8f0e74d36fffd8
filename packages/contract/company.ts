import * as z from 'zod/mini';

import { webAddress } from './web-address.ts';
import { invalidClosedDays, type ClosedDays } from './working-days.ts';

const months = z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'must be a whole number of months'));

/** The facts about the firm, in firm/firm.ts. */
export interface Firm {
  name: string;
  email: string;
  phone: string;
  address: {
    street: string;
    suburb: string;
    city: string;
    province: string;
    postalCode: string;
    country: string;
  };
  /** Weekdays first. Times may be in 12-hour or 24-hour format, or in words. */
  hours: { days: string; time: string }[];
  founded: number;
  /** Shown after the years of experience, which are calculated from `founded`. */
  figures: { figure: string; label: string }[];
  informationOfficer: { name: string; email: string };
  /** Networks with an icon, drawn in site/sections/SocialLinks.tsx. */
  social: { label: 'Facebook' | 'Instagram' | 'LinkedIn' | 'Twitter'; href: string }[];
  /** Such as 'one working day'. Only with working days does the desk show overdue replies. */
  replyWithin?: string | undefined;
  /** Days on which the office is closed, besides weekends and the public holidays of South Africa. */
  closedOn?: ClosedDays[] | undefined;
  bookingUrl?: string | undefined;
  /** Where the PDFs are: paths in firm/public/, or URLs. */
  documents: { terms: string; paia: string };
}

/** Settings that may differ between test and production. */
export const companyEnv = z.object({
  RETENTION_MONTHS: z._default(months, '24'),
  SITE_URL: z._default(webAddress('https://www.example.co.za'), 'https://www.example.co.za'),
});

export type Company = ReturnType<typeof companyFrom>;

/** @throws Error as `parseSettings` does, and if a closed day is not valid. */
export function companyFrom(facts: Firm, env: Readonly<Record<string, unknown>> = {}) {
  const settings = parseSettings(companyEnv, env);
  const { phone: number, address, closedOn = [] } = facts;
  const [invalid] = invalidClosedDays(closedOn);
  if (invalid !== undefined) {
    throw new Error(
      `closedOn in firm/firm.ts has ${JSON.stringify(invalid)}, which is no day such as ` +
        `'2026-11-04', nor days such as { from: '2026-12-28', to: '2026-12-31' }.`,
    );
  }
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

/** For pages too, unlike `readSettings`. @throws Error that names every invalid variable. */
export function parseSettings<Schema extends z.ZodMiniType>(
  schema: Schema,
  env: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  // An empty variable, as in a copied .env.example, means the default.
  const givenSettings = Object.entries(env).filter(([, value]) => value !== '');
  const result = z.safeParse(schema, Object.fromEntries(givenSettings));
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new Error(`The settings are not valid: ${problems.join('; ')}.`);
}
