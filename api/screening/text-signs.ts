import type { ContactForm } from '../../contract/contact-form.ts';
import { findLinks, hasShortenedLink, lettersBesidesLinks, namesWebsite } from './links.ts';
import { countSpamOffers } from './spam-offers.ts';
import type { Reason } from './weights.ts';

type Sign = (form: ContactForm) => boolean;

const signs: [Reason, Sign][] = [
  ['link-in-name', (form) => namesWebsite(form.firstName) || namesWebsite(form.lastName)],
  ['link-in-organisation', (form) => findLinks(form.organisation).length > 0],
  ['several-links', ({ message }) => isWithin(findLinks(message).length, 2, 3)],
  ['many-links', ({ message }) => findLinks(message).length > 3],
  ['little-but-links', ({ message }) => isLittleButLinks(message)],
  ['shortened-link', ({ message }) => hasShortenedLink(message)],
  ['html-link', (form) => /<a\s[^>]*href/i.test(everything(form))],
  ['bbcode-link', (form) => /\[(?:url|link)(?:=|\])/i.test(everything(form))],
  [
    'html-markup',
    ({ message }) => /<(?:p|br|b|strong|div|span|img|script|iframe)\b/i.test(message),
  ],
  ['spam-offer', (form) => countSpamOffers(everything(form)) === 1],
  ['several-spam-offers', (form) => countSpamOffers(everything(form)) > 1],
  ['random-name', ({ firstName, lastName }) => isRandom(firstName) || isRandom(lastName)],
  ['same-text-in-fields', hasSameText],
  ['all-capitals', ({ message }) => isAllCapitals(message)],
  ['hidden-characters', (form) => /[\u200B\u2060\u00AD]/u.test(everything(form))],
];

/** What in the text of an enquiry looks like a machine's work. */
export function findTextSigns(form: ContactForm): Reason[] {
  return signs.filter(([, applies]) => applies(form)).map(([reason]) => reason);
}

function everything({ firstName, lastName, organisation, message }: ContactForm): string {
  return [firstName, lastName, organisation, message].join('\n');
}

function isWithin(count: number, from: number, to: number): boolean {
  return count >= from && count <= to;
}

function isLittleButLinks(message: string): boolean {
  return findLinks(message).length > 0 && lettersBesidesLinks(message) < 20;
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
  const small = (message.match(/\p{Ll}/gu) ?? []).length;
  return capitals > 40 && capitals > 9 * small;
}
