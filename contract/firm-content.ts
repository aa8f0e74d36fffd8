import * as z from 'zod/mini';

import { firmFacts, text } from './company.ts';
import { proof } from './firm-proof.ts';

const slug = z
  .string()
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens'));

/** The icons that a service can have, drawn in site/sections/Services.tsx. */
const icons = ['members', 'finance', 'events', 'technology', 'secretariat', 'operations'] as const;

/** Like `text`, but a cell may be empty. */
const cell = z
  .string()
  .check(z.regex(/^[^$\p{Cc}]*$/u, 'must be one line of text without a dollar sign'));

/** If a row has fewer cells than columns, its first cell spans the missing columns. */
const row = z.array(z.union([cell, z.number()]));

const specimen = z.strictObject({
  /** The label of the button that opens it. */
  name: text,
  title: text,
  note: text,
  /** The lines of a cover page. */
  cover: z.optional(z.array(text)),
  columns: z.array(cell),
  groups: z.array(z.strictObject({ rows: z.array(row), total: z.optional(row) })),
  /** Whether all columns except the first contain figures. */
  hasFigures: z.optional(z.boolean()),
});

const service = z.strictObject({
  /** The anchor of its card is `service-<id>`. */
  id: slug,
  name: text,
  /** Its name in the footer. */
  short: text,
  isFirstInFooter: z.optional(z.boolean()),
  icon: z.enum(icons, { error: ({ input }) => `unknown ${JSON.stringify(input)}` }),
  text,
  /** A sample of a document that a board receives, as a table. */
  specimen: z.optional(specimen),
});

/** The label of a button and the section of the home page that it leads to. */
const jump = z.strictObject({ label: text, section: z.enum(['services', 'about', 'contact']) });

const home = z.strictObject({
  /** For search engines. */
  description: text,
  hero: z.strictObject({
    headline: text,
    paragraph: text,
    established: text,
    services: jump,
    contact: jump,
  }),
  services: z.strictObject({
    title: text,
    introduction: text,
    benefitsTitle: text,
    benefits: z.array(z.strictObject({ title: text, text })),
  }),
  contact: z.strictObject({ heading: text, subtitle: text }),
  footer: z.strictObject({ tagline: text }),
});

const about = z.strictObject({
  title: text,
  paragraphs: z.array(text).check(z.minLength(1)),
  stats: z.array(z.strictObject({ figure: text, label: text })),
  promise: z.strictObject({ title: text, quote: text }),
  first90Days: z.optional(
    z.strictObject({ title: text, steps: z.array(z.strictObject({ time: text, text })) }),
  ),
});

const questions = z.strictObject({
  title: text,
  /**
   * The section is not shown if this is empty. The first question is about the fee and is also in
   * the PDF profile.
   */
  questions: z.array(
    z.strictObject({
      question: text,
      answer: text,
      /** A price such as `From R 4 200 a month`, shown before the answer. */
      price: z.optional(text),
      links: z.optional(
        z.array(
          z.strictObject({
            label: text,
            href: z.string().check(z.regex(/^(\/(?!\/)|https:\/\/)[^\s$"<>]+$/, 'must be a link')),
          }),
        ),
      ),
    }),
  ),
});

function haveOwnIds(all: { id: string }[]): boolean {
  return new Set(all.map(({ id }) => id)).size === all.length;
}

const section = z.strictObject({
  /** The anchor of the section on its page. */
  id: slug,
  title: text,
  /** A paragraph without a list may be a plain string. */
  paragraphs: z.array(z.union([text, z.strictObject({ text, items: z.array(text) })])),
  /** The conditions of the POPI Act, shown as a diagram. */
  conditions: z.optional(z.array(z.strictObject({ name: text, text }))),
});

const month =
  /^(January|February|March|April|May|June|July|August|September|October|November|December) \d{4}$/;

const legalDraft = z.strictObject({
  title: text,
  /** For search engines. */
  description: text,
  introduction: z.array(text),
  /** The label of the button that opens the PDF. */
  download: text,
  /** The month of the last change, such as `June 2024`; also the date of the PDF. */
  updated: z.string().check(z.regex(month, 'must be a month such as June 2024')),
  /** Whether sections are lettered and their clauses are numbered. */
  isLettered: z.optional(z.boolean()),
  sections: z
    .array(z.extend(section, { inner: z.optional(z.array(section)) }))
    .check(
      z.refine(
        (all) => haveOwnIds(all.flatMap((each) => [each, ...(each.inner ?? [])])),
        'must have different ids',
      ),
    ),
});

const privacy = z.strictObject({ version: text, notice: text });

const hex = z
  .string()
  .check(z.regex(/^#[\da-f]{6}$/, 'must be a colour as six hexadecimal digits'));
/**
 * The four shades of a colour: on a light page, on a dark page, on the full-width bands of a light
 * page, and on those of a dark page.
 */
const shades = z.tuple([hex, hex, hex, hex]);

const typeface = z.strictObject({
  family: text,
  /** The last fonts of the CSS font stack, such as `Arial, sans-serif`. */
  generic: text,
  /** The range of font weights in each file, such as `400 600`. */
  weights: text,
  /** The font files in firm/public/fonts/, each with its characters as a `unicode-range`. */
  files: z.array(z.strictObject({ file: text, characters: text })).check(z.minLength(1)),
  /**
   * Complete fonts for PDFs and images. A path is in a package or, if it begins with a slash, in
   * firm/public/.
   */
  whole: z.array(text).check(z.minLength(1)),
  /** System fonts that are shown until the font has loaded, with the percentages to resize them. */
  fallbacks: z.array(
    z.strictObject({
      fonts: text,
      weight: z.optional(z.number()),
      size: z.number(),
      ascent: z.number(),
      descent: z.number(),
    }),
  ),
});

const theme = z.strictObject({
  colors: z.strictObject({
    paper: shades,
    tint: shades,
    card: shades,
    ink: shades,
    muted: shades,
    line: shades,
    control: shades,
    primary: shades,
    primaryStrong: shades,
    onPrimary: shades,
    accent: shades,
    danger: shades,
  }),
  typefaces: z.strictObject({ display: typeface, text: typeface }),
});

export type Home = z.infer<typeof home>;
export type Service = z.infer<typeof service>;
export type Specimen = z.infer<typeof specimen>;
export type Theme = z.infer<typeof theme>;
export type About = z.infer<typeof about>;
export type Questions = z.infer<typeof questions>;
export type SectionDraft = z.infer<typeof legalDraft>['sections'][number];
export type LegalDraft = z.infer<typeof legalDraft>;

const files = {
  'firm.ts': z.object({ firm: firmFacts }),
  'theme.ts': z.object({ theme }),
  'content/en/home.ts': z.object({ home }),
  'content/en/services.ts': z.object({
    services: z.array(service).check(z.refine(haveOwnIds, 'must have different ids')),
  }),
  'content/en/about.ts': z.object({ about }),
  'content/en/proof.ts': z.object({ proof }),
  'content/en/questions.ts': z.object({ questions }),
  'content/en/terms.ts': z.object({ terms: legalDraft }),
  'content/en/paia.ts': z.object({ paia: legalDraft }),
  'content/en/privacy.ts': z.object({ privacy }),
};

type Files = { [File in keyof typeof files]?: unknown };

/**
 * Lists every mistake in the content of firm/, such as
 * `firm/content/en/services.ts: services[6].icon: unknown "leaf"`.
 */
export function mistakesIn(content: Files): string[] {
  return Object.entries(content).flatMap(([file, value]) => {
    const result = z.safeParse(files[file as keyof Files], value);
    const issues = result.error?.issues ?? [];
    return issues.map(({ path, message }) => `firm/${file}: ${placeOf(path)}: ${message}`);
  });
}

function placeOf(path: PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .slice(1);
}
