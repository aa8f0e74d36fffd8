import type { ContactForm } from '../../contract/contact-form.ts';
import { findLinks } from './find-links.ts';
import { count, makePlain, type PlainText } from './plain-text.ts';
import { honestWordings, spamWordings } from './wordings.ts';

/** Why an enquiry looks like a machine's work or does not, in words for staff, and its weight. */
export interface Sign {
  reason: string;
  weight: number;
}

/** An enquiry, with what several signs look at worked out once. */
interface Sample {
  form: ContactForm;
  firstName: PlainText;
  lastName: PlainText;
  organisation: PlainText;
  /** What was typed, but for the address. */
  fields: PlainText[];
  /** The sites that the message links to, but for the sender's own. */
  hosts: Set<string>;
  /** How many letters and digits the message has besides its links, if it has any. */
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
    reason: 'little but links',
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
    reason: 'a link that hides where it leads',
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
    reason: 'HTML',
    weight: 1,
    applies: ({ fields }) => fields.some(({ text }) => markup.test(text)),
  },
  {
    reason: 'a name of random letters',
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
  { reason: 'all in capitals', weight: 1, applies: ({ form }) => isAllCapitals(form.message) },
  {
    reason: 'invisible characters within words',
    weight: 3,
    applies: ({ fields }) => total(fields, 'hidden') > 2,
  },
  {
    reason: 'letters of two alphabets in one word',
    weight: 3,
    applies: ({ fields }) => total(fields, 'mixed') > 1,
  },
  {
    reason: 'letters in disguise',
    weight: 2,
    applies: ({ fields }) => total(fields, 'styled') > 3,
  },
];

/** What in the text of an enquiry looks like a machine's work, and what does not. */
export function findTextSigns(form: ContactForm): Sign[] {
  const [firstName, lastName] = [makePlain(form.firstName), makePlain(form.lastName)];
  const organisation = makePlain(form.organisation);
  const message = makePlain(form.message);
  const links = findLinks(message.text);
  const own = form.email.slice(form.email.indexOf('@') + 1).toLowerCase();
  const hosts = new Set(links.hosts.filter((host) => !isPartOf(host, own)));
  // Without a link nobody asks for them, and to find each takes its time.
  const letters = hosts.size > 0 ? count(links.rest, /[\p{L}\p{N}]/gu) : Infinity;
  const fields = [firstName, lastName, organisation, message];
  const sample = { form, firstName, lastName, organisation, fields, hosts, letters };
  return [
    ...signs.filter(({ applies }) => applies(sample)),
    // Names are nobody's choice: there are people called Cash, Sale and Love.
    ...weighWordings(`${organisation.text}: ${message.text}`, hosts.size > 0),
  ];
}

const longText = 100;

/** What a text says that spam says, made less of by what it says that only honest people say. */
function weighWordings(typed: string, hasLinks: boolean): Sign[] {
  const text = ownWords(typed.toLowerCase());
  const honest: Sign[] = [];
  for (const sign of honestWordings) {
    if (sign.says.test(text)) honest.push(sign);
    // The longer an honest text is, the more it says by chance that spam says too.
    if (honest.length > 3) return [];
  }
  const spam = spamWordings.filter(({ says }) => says.test(text));
  const weight = spam.reduce((sum, sign) => sum + sign.weight, 0);
  const asksNothing = honest.length === 0 && weight > (text.length > longText ? 1 : 2);
  return [
    ...spam,
    ...(hasLinks && weight > 1 ? [{ reason: 'and links to another site', weight: 1 }] : []),
    ...(asksNothing ? [{ reason: 'and asks us for nothing', weight: 2 }] : []),
    ...honest.slice(0, weight),
    ...(honest.length > 2 && weight > 4
      ? [{ reason: 'and asks for several things', weight: -2 }]
      : []),
  ];
}

// What stands in quotation marks are somebody else's words, such as a scam that people warn of.
function ownWords(text: string): string {
  return text.replace(/"[^"]{0,300}"/g, '""');
}

function total(fields: PlainText[], what: 'hidden' | 'mixed' | 'styled'): number {
  return fields.reduce((sum, field) => sum + field[what], 0);
}

function hasLink({ text }: PlainText): boolean {
  return text.includes('.') && findLinks(text).hosts.length > 0;
}

function isPartOf(host: string, own: string): boolean {
  return host === own || host.endsWith(`.${own}`) || own.endsWith(`.${host}`);
}

// `McDonald` and `DeVilliers` have one capital within, `xKfTqPwLzR` has several.
function isRandom(name: string): boolean {
  return count(name, /\p{Ll}\p{Lu}/gu) > 2;
}

// A first name may well be the last name too; three alike, or a name as the message, are no chance.
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

/** They hide where a link leads. */
const shorteners = new Set(
  (
    'bit.ly cutt.ly goo.gl is.gd ow.ly rb.gy rebrand.ly shorturl.at t.co t.ly t.me telegra.ph ' +
    'tiny.cc tinyurl.com'
  ).split(' '),
);

/** Domains that cost next to nothing end so, and few honest sites do. */
const throwaway = /\.(?:bet|buzz|casino|cfd|click|cyou|icu|loan|quest|rest|ru|sbs|top|win|xyz)$/;
