import * as z from 'zod/mini';

import { emailAddress } from './contact-fields.ts';
import { webAddress } from './web-address.ts';

/** Prefixes of every variable read here, for `envPrefix` in the site's build. */
export const COMPANY_ENV_PREFIXES = [
  'VITE_',
  'COMPANY_',
  'SITE_URL',
  'TERMS_PDF_URL',
  'PAIA_PDF_URL',
  'LINKEDIN_URL',
  'TWITTER_URL',
  'RETENTION_MONTHS',
  'REPLY_WITHIN',
  'BOOKING_URL',
  'SHOW_',
];

// A dollar sign would corrupt pages, because the build inserts text with String.replace.
const text = matching(/^[^$\p{Cc}]+$/u, 'must be one line without a dollar sign');
const email = text.check(z.regex(emailAddress, 'must be an email address'));
const phone = matching(/^\+?[\d ()-]{7,}$/, 'must be a phone number');
const figure = matching(/^\d+\+?$/, 'must be a number such as 70+');
const year = matching(/^\d{4}$/, 'must be a year');
const months = matching(/^[1-9]\d{0,2}$/, 'must be a whole number of months');
const choice = matching(/^(true|false)$/, 'must be true or false');
const optionalUrl = matching(/^(https:\/\/[^\s$"<>]+)?$/, 'must begin with https://, or be empty');
const documentUrl = matching(
  /^(https:\/\/|\/(?!\/))[^\s$"<>]+$/,
  'must begin with https:// or with a single slash',
);

function matching(pattern: RegExp, message: string) {
  return z.string().check(z.regex(pattern, message));
}

/** Every variable with its rule and its placeholder value. */
export const companyEnv = z.object({
  COMPANY_NAME: z._default(text, 'Association Office'),
  COMPANY_EMAIL: z._default(email, 'clientservices@example.co.za'),
  COMPANY_PHONE: z._default(phone, '+27 11 000 0000'),
  COMPANY_STREET: z._default(text, '1 Example Street'),
  COMPANY_SUBURB: z._default(text, 'Sandton'),
  COMPANY_CITY: z._default(text, 'Johannesburg'),
  COMPANY_PROVINCE: z._default(text, 'Gauteng'),
  COMPANY_POSTAL_CODE: z._default(text, '2196'),
  COMPANY_COUNTRY: z._default(text, 'South Africa'),
  COMPANY_HOURS_WEEKDAYS: z._default(text, '8:00 AM - 4:00 PM'),
  COMPANY_HOURS_SATURDAY: z._default(text, 'By Appointment'),
  COMPANY_HOURS_SUNDAY: z._default(text, 'Closed'),
  COMPANY_FOUNDED: z._default(year, '1953'),
  COMPANY_YEARS: z._default(figure, '70+'),
  COMPANY_ASSOCIATIONS: z._default(figure, '20+'),
  COMPANY_INDUSTRIES: z._default(figure, '10+'),
  COMPANY_INFORMATION_OFFICER: z._default(text, 'The Managing Director'),
  COMPANY_PRIVACY_EMAIL: z._default(email, 'privacy@example.co.za'),
  RETENTION_MONTHS: z._default(months, '24'),
  REPLY_WITHIN: z._default(text, ''),
  SHOW_SPECIMENS: z._default(choice, 'true'),
  SHOW_FIRST_90_DAYS: z._default(choice, 'true'),
  SITE_URL: z._default(webAddress('https://www.example.co.za'), 'https://www.example.co.za'),
  TERMS_PDF_URL: z._default(documentUrl, '/documents/terms-and-conditions.pdf'),
  PAIA_PDF_URL: z._default(documentUrl, '/documents/paia-manual.pdf'),
  LINKEDIN_URL: z._default(optionalUrl, 'https://www.linkedin.com/'),
  TWITTER_URL: z._default(optionalUrl, 'https://twitter.com/'),
  BOOKING_URL: z._default(optionalUrl, ''),
});

const links = ['LINKEDIN_URL', 'TWITTER_URL'];

/** The facts about the firm that pages, emails and documents show. */
export type Company = ReturnType<typeof companyFrom>;

/**
 * Reads the firm's details from the environment.
 *
 * @throws Error that names every invalid variable and the reason.
 */
export function companyFrom(env: Readonly<Record<string, unknown>>) {
  const values = parse(env);
  const address = {
    street: values.COMPANY_STREET,
    suburb: values.COMPANY_SUBURB,
    city: values.COMPANY_CITY,
    province: values.COMPANY_PROVINCE,
    postalCode: values.COMPANY_POSTAL_CODE,
    country: values.COMPANY_COUNTRY,
  };
  return {
    name: values.COMPANY_NAME,
    email: values.COMPANY_EMAIL,
    phone: values.COMPANY_PHONE,
    phoneHref: `tel:${values.COMPANY_PHONE.replace(/[^\d+]/g, '')}`,
    address,
    // In a small town, the suburb may have the same name as the town.
    addressLines: Array.from(
      new Set([address.street, address.suburb, address.city, address.postalCode, address.country]),
    ),
    hours: [
      { days: 'Monday - Friday', time: values.COMPANY_HOURS_WEEKDAYS },
      { days: 'Saturday', time: values.COMPANY_HOURS_SATURDAY },
      { days: 'Sunday', time: values.COMPANY_HOURS_SUNDAY },
    ],
    founded: values.COMPANY_FOUNDED,
    figures: {
      years: values.COMPANY_YEARS,
      associations: values.COMPANY_ASSOCIATIONS,
      industries: values.COMPANY_INDUSTRIES,
    },
    informationOfficer: {
      name: values.COMPANY_INFORMATION_OFFICER,
      email: values.COMPANY_PRIVACY_EMAIL,
    },
    /** How long an enquiry is kept before it is deleted. */
    retentionMonths: Number(values.RETENTION_MONTHS),
    /** The promised reply time, such as 'one working day'; undefined if none is promised. */
    replyWithin: values.REPLY_WITHIN || undefined,
    /** Where a visitor books a meeting; undefined if nowhere. */
    bookingUrl: values.BOOKING_URL || undefined,
    /** Whether each service shows a sample of the document that a board receives. */
    showSpecimens: values.SHOW_SPECIMENS === 'true',
    /** Whether pages show a plan for the first 90 days below the promise. */
    showFirst90Days: values.SHOW_FIRST_90_DAYS === 'true',
    /** Scheme and host without a trailing slash. */
    siteUrl: values.SITE_URL,
    documents: { terms: values.TERMS_PDF_URL, paia: values.PAIA_PDF_URL },
    social: [
      { label: 'LinkedIn', href: values.LINKEDIN_URL },
      { label: 'Twitter', href: values.TWITTER_URL },
    ].filter(({ href }) => href),
  };
}

/** Ends a sentence that promises a reply; empty if no reply time is promised. */
export function replyTime({ replyWithin }: Pick<Company, 'replyWithin'>): string {
  return replyWithin ? ` within ${replyWithin}` : '';
}

function parse(env: Readonly<Record<string, unknown>>): z.infer<typeof companyEnv> {
  // An empty variable, as in a copied .env.example, means the default; an empty link means none.
  const set = Object.entries(env).filter(([name, value]) => value !== '' || links.includes(name));
  const result = z.safeParse(companyEnv, Object.fromEntries(set));
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Error(`The company settings are not valid: ${problems.join('; ')}.`);
}
