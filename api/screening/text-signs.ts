import type { ContactForm } from '../../contract/contact-form.ts';
import { extractLinks } from './extract-links.ts';
import { count, makePlain, type PlainText } from './plain-text.ts';
import { honestWordings, spamWordings } from './wordings.ts';

/** A sign of spam, or of its opposite: a label for staff, and a weight. */
export interface Sign {
  reason: string;
  weight: number;
}

/** An enquiry, with the values that several signs need. */
interface Sample {
  form: ContactForm;
  firstName: PlainText;
  lastName: PlainText;
  organisation: PlainText;
  /** Every text field. */
  fields: PlainText[];
  /** The sites that the message links to, except the sender's own. */
  hosts: Set<string>;
  /** The number of letters and digits outside links; Infinity if there are no links. */
  letters: number;
}

const signs: (Sign & { applies: (sample: Sample) => boolean })[] = [
  {
    reason: 'a link in the name',
    weight: 5,
    applies: ({ firstName, lastName }) => hasLink(firstName) || hasLink(lastName),
  },
  {
    reason: 'a link as the organisation',
    weight: 1,
    applies: ({ organisation }) => hasLink(organisation),
  },
  {
    reason: 'hardly anything but links',
    weight: 4,
    applies: ({ hosts, letters }) => letters < 12 * hosts.size,
  },
  {
    reason: 'a link with few words',
    weight: 1,
    applies: ({ hosts, letters }) => letters < 40 * hosts.size,
  },
  { reason: 'links to several sites', weight: 1, applies: ({ hosts }) => hosts.size > 2 },
  {
    reason: 'a shortened link',
    weight: 2,
    applies: ({ hosts }) => [...hosts].some((host) => shorteners.has(host)),
  },
  {
    reason: 'a link to a throwaway domain',
    weight: 2,
    applies: ({ hosts }) => [...hosts].some((host) => throwaway.test(host)),
  },
  {
    reason: 'a link in HTML',
    weight: 5,
    applies: ({ fields }) => fields.some(({ text }) => htmlLink.test(text)),
  },
  {
    reason: 'a link in BBCode',
    weight: 5,
    applies: ({ fields }) => fields.some(({ text }) => bbcodeLink.test(text)),
  },
  {
    reason: 'contains HTML',
    weight: 1,
    applies: ({ fields }) => fields.some(({ text }) => markup.test(text)),
  },
  {
    reason: 'random letters as the name',
    weight: 3,
    applies: ({ form }) => isRandom(form.firstName) || isRandom(form.lastName),
  },
  {
    reason: 'Google as the organisation',
    weight: 2,
    applies: ({ form }) => /^google$/i.test(form.organisation),
  },
  {
    reason: 'the same text in several fields',
    weight: 3,
    applies: ({ form }) => hasSameText(form),
  },
  { reason: 'written in capitals', weight: 1, applies: ({ form }) => isAllCapitals(form.message) },
  {
    reason: 'hidden characters inside words',
    weight: 3,
    applies: ({ fields }) => total(fields, 'hidden') > 2,
  },
  {
    reason: 'mixes alphabets within a word',
    weight: 3,
    applies: ({ fields }) => total(fields, 'mixed') > 1,
  },
  {
    reason: 'uses look-alike letters',
    weight: 2,
    applies: ({ fields }) => total(fields, 'styled') > 3,
  },
];

/** Finds signs of spam, and of genuine enquiries, in an enquiry's text. */
export function findTextSigns(form: ContactForm): Sign[] {
  const [firstName, lastName] = [makePlain(form.firstName), makePlain(form.lastName)];
  const organisation = makePlain(form.organisation);
  const message = makePlain(form.message);
  const links = extractLinks(message.text);
  const own = form.email.slice(form.email.indexOf('@') + 1).toLowerCase();
  const hosts = new Set(links.hosts.filter((host) => !isPartOf(host, own)));
  // Only needed if there are links, and slow to count.
  const letters = hosts.size > 0 ? count(links.rest, /[\p{L}\p{N}]/gu) : Infinity;
  const fields = [firstName, lastName, organisation, message];
  const sample = { form, firstName, lastName, organisation, fields, hosts, letters };
  return [
    ...signs.filter(({ applies }) => applies(sample)),
    // Names are left out: there are people called Cash, Sale and Love.
    ...weighWordings(`${organisation.text}: ${message.text}`, hosts.size > 0),
  ];
}

const longText = 100;

/** Finds spam wordings, offset by wordings that only honest enquiries use. */
function weighWordings(typed: string, hasLinks: boolean): Sign[] {
  const text = ownWords(typed.toLowerCase());
  const honest: Sign[] = [];
  for (const sign of honestWordings) {
    if (sign.says.test(text)) honest.push(sign);
    // A long honest text contains spam wordings by chance.
    if (honest.length > 3) return [];
  }
  const spam = spamWordings.filter(({ says }) => says.test(text));
  const weight = spam.reduce((sum, sign) => sum + sign.weight, 0);
  const asksNothing = honest.length === 0 && weight > (text.length > longText ? 1 : 2);
  return [
    ...spam,
    ...(hasLinks && weight > 1 ? [{ reason: 'links to another site', weight: 1 }] : []),
    ...(asksNothing ? [{ reason: 'asks no question', weight: 2 }] : []),
    ...honest.slice(0, weight),
    ...(honest.length > 2 && weight > 4
      ? [{ reason: 'but asks for several things', weight: -2 }]
      : []),
  ];
}

// Quotations are someone else's words, such as a scam that the sender warns us of.
function ownWords(text: string): string {
  return text.replace(/"[^"]{0,300}"/g, '""');
}

function total(fields: PlainText[], what: 'hidden' | 'mixed' | 'styled'): number {
  return fields.reduce((sum, field) => sum + field[what], 0);
}

function hasLink({ text }: PlainText): boolean {
  return text.includes('.') && extractLinks(text).hosts.length > 0;
}

function isPartOf(host: string, own: string): boolean {
  return host === own || host.endsWith(`.${own}`) || own.endsWith(`.${host}`);
}

// `McDonald` and `DeVilliers` have one capital within, `xKfTqPwLzR` has several.
function isRandom(name: string): boolean {
  return count(name, /\p{Ll}\p{Lu}/gu) > 2;
}

// First and last name may be the same, but three equal fields or a name as the message are spam.
function hasSameText({ firstName, lastName, organisation, message }: ContactForm): boolean {
  const names = [firstName, lastName, organisation].map((text) => text.toLowerCase());
  return new Set(names).size === 1 || names.includes(message.toLowerCase());
}

function isAllCapitals(message: string): boolean {
  const capitals = count(message, /\p{Lu}/gu);
  return capitals > 40 && capitals > 9 * count(message, /\p{Ll}/gu);
}

const markup = /<(?:p|br|b|strong|div|span|img|script|iframe)\b/i;
const htmlLink = /<a\s[^>]{0,200}href/i;
const bbcodeLink = /\[(?:url|link)=|\[(url|link)\][^[]{0,200}\[\/\1\]/i;

/** URL shorteners, which hide the target of a link. */
const shorteners = new Set(
  (
    'bit.ly cutt.ly goo.gl is.gd ow.ly rb.gy rebrand.ly shorturl.at t.co t.ly t.me telegra.ph ' +
    'tiny.cc tinyurl.com'
  ).split(' '),
);

/** Top-level domains that are nearly free and rarely used by honest sites. */
const throwaway = /\.(?:bet|buzz|casino|cfd|click|cyou|icu|loan|quest|rest|ru|sbs|top|win|xyz)$/;
