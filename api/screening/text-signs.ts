import type { ContactForm } from '../../contract/contact-form.ts';
import { extractLinks } from '../../contract/extract-links.ts';
import { count, makePlain, type PlainText } from './plain-text.ts';
import { sumOf, weighWordings, type Sign } from './weigh-wordings.ts';

/** An enquiry, with the values that several signs need. */
interface Sample {
  form: ContactForm;
  firstName: PlainText;
  lastName: PlainText;
  organisation: PlainText;
  /** The names, the organisation and the message. */
  fields: PlainText[];
  /** The sites that the message links to, except the sender's own. */
  hosts: Set<string>;
  /** The number of letters and digits outside links; Infinity if `hosts` is empty. */
  letters: number;
}

const signs: (Sign & { applies: (sample: Sample) => boolean })[] = [
  {
    reason: 'has a link in the name',
    weight: 5,
    applies: ({ firstName, lastName }) => hasLink(firstName) || hasLink(lastName),
  },
  {
    reason: 'has a link as the organisation',
    weight: 1,
    generic: true,
    applies: ({ organisation }) => hasLink(organisation),
  },
  {
    reason: 'contains little but links',
    weight: 4,
    applies: ({ hosts, letters }) => letters < 12 * hosts.size,
  },
  {
    reason: 'contains a link and few words',
    weight: 1,
    generic: true,
    applies: ({ hosts, letters }) => letters < 40 * hosts.size,
  },
  {
    reason: 'links to several sites',
    weight: 1,
    generic: true,
    applies: ({ hosts }) => hosts.size > 2,
  },
  {
    reason: 'contains a shortened link',
    weight: 2,
    generic: true,
    applies: ({ hosts }) => [...hosts].some((host) => shorteners.has(host)),
  },
  {
    reason: 'links to a throwaway domain',
    weight: 2,
    applies: ({ hosts }) => [...hosts].some((host) => throwaway.test(host)),
  },
  {
    reason: 'contains a link in HTML',
    weight: 5,
    applies: ({ fields }) => fields.some(({ text }) => htmlLink.test(text)),
  },
  {
    reason: 'contains a link in BBCode',
    weight: 5,
    applies: ({ fields }) => fields.some(({ text }) => bbcodeLink.test(text)),
  },
  {
    reason: 'contains HTML',
    weight: 1,
    generic: true,
    applies: ({ fields }) => fields.some(({ text }) => markup.test(text)),
  },
  {
    reason: 'has random letters as the name',
    weight: 3,
    applies: ({ form }) => isRandom(form.firstName) || isRandom(form.lastName),
  },
  {
    reason: 'has Google as the organisation',
    weight: 2,
    applies: ({ form }) => /^google$/i.test(form.organisation),
  },
  {
    reason: 'has the same text in several fields',
    weight: 3,
    applies: ({ form }) => hasSameText(form),
  },
  {
    reason: 'is written in capitals',
    weight: 1,
    generic: true,
    applies: ({ form }) => isAllCapitals(form.message),
  },
  {
    reason: 'has hidden characters inside words',
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
  const found = signs.filter(({ applies }) => applies(sample));
  // Names are left out: there are people called Cash, Sale and Love.
  const text = ownWords(`${organisation.text}: ${message.text}`.toLowerCase());
  const generics = sumOf(found.filter((sign) => sign.generic));
  return [...found, ...weighWordings(text, { hasLinks: hosts.size > 0, generics })];
}

// Leaves out quotations: they are someone else's words, such as a scam that the sender reports.
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

// `McDonald` and `DeVilliers` have one capital inside; `xKfTqPwLzR` has several.
function isRandom(name: string): boolean {
  return count(name, /\p{Ll}\p{Lu}/gu) > 2;
}

// A person's first and last name can be equal. The sign is that they also equal the organisation,
// or that the message equals one of the three.
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

/** URL shorteners and similar services, which hide where a link leads. */
const shorteners = new Set(
  (
    'bit.ly cutt.ly goo.gl is.gd ow.ly rb.gy rebrand.ly shorturl.at t.co t.ly t.me telegra.ph ' +
    'tiny.cc tinyurl.com'
  ).split(' '),
);

/** Top-level domains that are nearly free and rarely used by honest sites. */
const throwaway = /\.(?:bet|buzz|casino|cfd|click|cyou|icu|loan|quest|rest|ru|sbs|top|win|xyz)$/;
