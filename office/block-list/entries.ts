import type { ContactForm } from '#contract/contact-form.ts';
import { linkedHosts } from '#contract/linked-hosts.ts';
import { domainIn, isAddress, isDomain } from '#contract/screening.ts';

/** Normalises an email address, domain or phrase, or says why it cannot be blocked. */
export function readEntry(
  text: string,
  ownDomains: readonly string[] = [],
): { value: string } | { refusal: string } {
  const typed = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const value = isDomain(typed) ? (domainIn(typed) ?? typed) : typed;
  if (isAddress(value)) return { value };
  const refusal = isDomain(value) ? refuseDomain(value, ownDomains) : refusePhrase(value);
  return refusal === undefined ? { value } : { refusal };
}

function refuseDomain(domain: string, ownDomains: readonly string[]): string | undefined {
  if (shared.test(domain) || registries.test(domain)) {
    return `${domain} is used by many people, so it cannot be blocked. Block the whole address.`;
  }
  const isPartOf = (part: string, whole: string) => `.${part}`.endsWith(`.${whole}`);
  const isOwn = ownDomains.some((ours) => isPartOf(ours, domain) || isPartOf(domain, ours));
  return isOwn ? `${domain} is our own domain.` : undefined;
}

/** Email providers, and sites on which anyone can publish pages or documents. */
const providers =
  'aol|fastmail|gmail|gmx|googlemail|hotmail|icloud|live|mac|mail|me|msn|outlook|pm|proton|protonmail|' +
  'tuta|tutanota|web|yahoo|yandex|ymail|zoho|absamail|iafrica|lantic|mweb|polka|telkomsa|vodamail|webmail|' +
  'dropbox|facebook|google|instagram|linkedin|microsoft|twitter|wa|whatsapp|wordpress|x|youtube|zoom';
const shared = new RegExp(`^(?:${providers})\\.(?:com|net|org|(?:com?\\.)?[a-z]{2})$`);
/** Suffixes that unrelated organisations share, such as co.za. */
const registries = /^(?:ac|co|com|edu|gov|law|ltd|me|net|nom|org|school|web)\.[a-z]{2}$/;

/** Words in most enquiries. A phrase is refused if it has no others of at least 3 letters. */
const common = new Set(
  (
    'about and are association board can could dear enquiry for from good have hear hello help how ' +
    'kind like member members membership our please regards thank thanks the this will would you your'
  ).split(' '),
);

function refusePhrase(phrase: string): string | undefined {
  const words = phrase.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.join('').length < 8) return 'A phrase must have at least 8 letters or digits.';
  if (words.some((word) => word.length > 2 && !common.has(word))) return undefined;
  return 'Genuine enquiries contain these words too. Choose a more distinctive phrase.';
}

/** What can be blocked because of an enquiry: its address, its domain and those in the message. */
export function offersOf({ email, message }: Pick<ContactForm, 'email' | 'message'>): string[] {
  const senderHost = email.slice(email.lastIndexOf('@') + 1);
  const hosts = [senderHost, ...linkedHosts(message.replaceAll('@', ' http://'))];
  const domains = hosts.flatMap((host) => domainIn(host) ?? []);
  const offers = new Set([email.toLowerCase(), ...domains]);
  return [...offers].filter((value) => 'value' in readEntry(value)).slice(0, 8);
}
