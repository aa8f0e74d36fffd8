import type { ContactForm } from '../../contract/contact-form.ts';
import type { Reason } from './screen-enquiry.ts';

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
  ['link-in-name', ({ form }) => website.test(form.firstName) || website.test(form.lastName)],
  ['link-in-organisation', ({ form }) => count(form.organisation, link) > 0],
  ['several-links', ({ links }) => links === 2 || links === 3],
  ['many-links', ({ links }) => links > 3],
  [
    'little-but-links',
    ({ form, links }) => links > 0 && count(form.message.replace(link, ''), /[\p{L}\p{N}]/gu) < 20,
  ],
  ['shortened-link', ({ form }) => shortenedLink.test(form.message)],
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
  const links = count(form.message, link);
  const offers = spamOffers.filter((offer) => offer.test(text)).length;
  const sample = { form, text, links, offers };
  return signs.filter(([, applies]) => applies(sample)).map(([reason]) => reason);
}

function count(text: string, characters: RegExp): number {
  return text.match(characters)?.length ?? 0;
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

const link = /\b(?:https?:\/\/|www\.)[^\s<>"'\]]+/gi;
// With `https://` or without. Three characters at least: `B.Com` is a degree.
const website =
  /(?:https?:\/\/|www\.|\b[a-z0-9-]{3,}\.(?:com|net|org|info|biz|ru|top|xyz|shop|club|site|online|io|co|za)\b)/i;
/** A link that hides where it leads. */
const shortenedLink =
  /(?:^|[\s/(])(?:bit\.ly|cutt\.ly|goo\.gl|is\.gd|ow\.ly|rb\.gy|rebrand\.ly|shorturl\.at|t\.co|t\.ly|t\.me|tiny\.cc|tinyurl\.com)\/\S/i;

/** What unwanted mail through contact forms offers, each kind with the words that give it away. */
const spamOffers = [
  /\b(?:seo (?:services?|experts?|packages?|audit)|(?:first|1st) page (?:of|on) google|rank(?:ing)? (?:your (?:web)?site|higher|#?1))/i,
  /\b(?:back-?links?|guest posts?|domain authority|link building|sponsored (?:post|article)s?)\b/i,
  /\b(?:viagra|cialis|levitra|tramadol|(?:cheap|online) pharmacy)\b/i,
  /\b(?:online casinos?|free spins|betting bonus|slots? bonus|no deposit bonus)\b/i,
  /\b(?:(?:bitcoin|btc|crypto(?:currency)?) (?:invest\w*|wallet|trading|profits?|giveaway)|passive income|double your (?:money|bitcoin|investment))\b/i,
  /\b(?:buy|get|gain) (?:[\d,.k+]+ )?(?:real |more )?(?:instagram|youtube|tiktok|facebook|twitter) (?:followers|likes|views|subscribers)\b/i,
  /\b(?:adult dating|sexy? (?:girls|photos|dating)|porn\w*|onlyfans|hookups?)\b/i,
  /\b(?:(?:million|billion) (?:us )?dollars?.{0,80}(?:inheritance|next of kin|beneficiary)|next of kin|unclaimed (?:funds|inheritance)|lottery winner)\b/is,
  /\b(?:submit|post|send) (?:your|our|a) (?:message|ad|advert\w*|offer) to (?:\w+ ){0,3}(?:million|thousands?)|contact ?form (?:blast|marketing|submissions? service)|mass (?:e-?mail|mailing)\b/i,
  /\b(?:email|e-mail|b2b|business) (?:list|leads|database) (?:for sale|at \$|of [\d,.]+)/i,
];
