import type { ContactForm } from '../../contract/contact-form.ts';
import { findLinks, hasShortenedLink, lettersBesidesLinks, namesWebsite } from './links.ts';
import { countSpamOffers } from './spam-offers.ts';
import type { Reason } from './weights.ts';

/** An enquiry, with what several signs look at worked out once. */
interface Sample {
  form: ContactForm;
  /** All that was typed, but for the address. */
  text: string;
  /** How many links the message has. */
  links: number;
  /** How many kinds of spam the text offers. */
  offers: number;
}

const signs: [Reason, (sample: Sample) => boolean][] = [
  ['link-in-name', ({ form }) => namesWebsite(form.firstName) || namesWebsite(form.lastName)],
  ['link-in-organisation', ({ form }) => findLinks(form.organisation).length > 0],
  ['several-links', ({ links }) => isWithin(links, 2, 3)],
  ['many-links', ({ links }) => links > 3],
  ['little-but-links', ({ form, links }) => links > 0 && lettersBesidesLinks(form.message) < 20],
  ['shortened-link', ({ form }) => hasShortenedLink(form.message)],
  ['html-link', ({ text }) => /<a\s[^>]*href/i.test(text)],
  ['bbcode-link', ({ text }) => /\[(?:url|link)=|\[(url|link)\][^[]*\[\/\1\]/i.test(text)],
  [
    'html-markup',
    ({ form }) => /<(?:p|br|b|strong|div|span|img|script|iframe)\b/i.test(form.message),
  ],
  ['spam-offer', ({ offers }) => offers === 1],
  ['several-spam-offers', ({ offers }) => offers > 1],
  ['random-name', ({ form }) => isRandom(form.firstName) || isRandom(form.lastName)],
  ['same-text-in-fields', ({ form }) => hasSameText(form)],
  ['all-capitals', ({ form }) => isAllCapitals(form.message)],
  ['hidden-characters', ({ text }) => /[\u200B\u2060\u00AD]/u.test(text)],
];

/** What in the text of an enquiry looks like a machine's work. */
export function findTextSigns(form: ContactForm): Reason[] {
  const text = [form.firstName, form.lastName, form.organisation, form.message].join('\n');
  const links = findLinks(form.message).length;
  const sample: Sample = { form, text, links, offers: countSpamOffers(text) };
  return signs.filter(([, applies]) => applies(sample)).map(([reason]) => reason);
}

function isWithin(count: number, from: number, to: number): boolean {
  return count >= from && count <= to;
}

// `McDonald` and `DeVilliers` have one capital within, `xKfTqPwLzR` has several.
function isRandom(name: string): boolean {
  return (name.match(/\p{Ll}\p{Lu}/gu) ?? []).length > 2;
}

// A first name may well be the last name too; three alike, or a name as the message, are no chance.
function hasSameText({ firstName, lastName, organisation, message }: ContactForm): boolean {
  const names = [firstName, lastName, organisation].map((text) => text.toLowerCase());
  return new Set(names).size === 1 || names.includes(message.toLowerCase());
}

function isAllCapitals(message: string): boolean {
  const capitals = (message.match(/\p{Lu}/gu) ?? []).length;
  if (capitals <= 40) return false;
  const small = (message.match(/\p{Ll}/gu) ?? []).length;
  return capitals > 9 * small;
}
