import { domainIn, isAddress, isDomain } from '#contract/screening.ts';
import type { ContactForm } from '#contract/contact-form.ts';
import { extractLinks } from '#contract/extract-links.ts';

/**
 * Normalises an email address, a domain or a phrase for the block list, or says why it cannot be
 * blocked. URLs are reduced to their domain.
 */
export function readEntry(
  text: string,
  ownDomains: readonly string[] = [],
): { value: string } | { refusal: string } {
  const typed = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  if (isAddress(typed)) {
    const domain = domainIn(typed.slice(typed.lastIndexOf('@') + 1)) ?? '';
    const isOurs = isOwn(domain, ownDomains) && !shared.test(domain);
    return isOurs ? { refusal: `${typed} is our own address.` } : { value: typed };
  }
  const value = isDomain(typed) ? (domainIn(typed) ?? typed) : typed;
  const refusal = isDomain(value) ? refuseDomain(value, ownDomains) : refusePhrase(value);
  return refusal === undefined ? { value } : { refusal };
}

function refuseDomain(domain: string, ownDomains: readonly string[]): string | undefined {
  if (!/^(?:[a-z\d_-]+\.)+(?:[a-z][a-z\d-]+|\d+)$/.test(domain)) {
    return 'That is neither an address, a domain such as example.com nor a phrase.';
  }
  if (shared.test(domain) || registries.test(domain)) {
    return `${domain} is used by many people, so it cannot be blocked. Block the whole address.`;
  }
  return isOwn(domain, ownDomains) ? `${domain} is our own domain.` : undefined;
}

function isOwn(domain: string, ownDomains: readonly string[]): boolean {
  return ownDomains.some((own) => isPartOf(own, domain) || isPartOf(domain, own));
}

function isPartOf(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}

/** Email providers, and sites on which anyone can publish pages or documents. */
const providers =
  'aol|fastmail|gmail|gmx|googlemail|hotmail|icloud|live|mac|mail|me|msn|outlook|pm|proton|protonmail|' +
  'tuta|tutanota|web|yahoo|yandex|ymail|zoho|absamail|iafrica|lantic|mweb|polka|telkomsa|vodamail|webmail|' +
  'dropbox|facebook|google|instagram|linkedin|microsoft|twitter|wa|whatsapp|wordpress|x|youtube|zoom';
const shared = new RegExp(`^(?:${providers})\\.(?:com|net|org|(?:com?\\.)?[a-z]{2})$`);
/** Suffixes that unrelated organisations share, such as co.za. */
const registries = /^(?:ac|co|com|edu|gov|law|ltd|me|net|nom|org|school|web)\.[a-z]{2}$/;

const minLetters = 8;

function refusePhrase(phrase: string): string | undefined {
  const words = phrase.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (phrase.includes('@'))
    return 'A phrase must not contain an email address: block the address on its own.';
  if (words.join('').length < minLetters) {
    return `A phrase must have at least ${minLetters} letters or digits.`;
  }
  if (words.every((word) => word.length < 3 || common.has(word))) {
    return 'Genuine enquiries contain these words too. Choose a more distinctive phrase.';
  }
  return undefined;
}

/** Common words. A phrase is refused if every word is one of these or is shorter than 3 letters. */
const common = new Set(
  (
    'about address after afternoon again agm all also and annual any are ask association board ' +
    'business but call can chairperson committee company conference contact could council day days ' +
    'dear did does email enquire enquiries enquiry fee fees find first for forward from full get ' +
    'give good great group had has have hear hearing hello help her here his hope how information ' +
    'interested its just kind kindly know let like looking made make management may meet meeting ' +
    'member members membership message month more morning most much name need new not note now off ' +
    'office one only opportunity organisation other our out over people phone please question ' +
    'questions quotation quote receive received regard regarding regards reply request secretariat ' +
    'secretary see send sent service services she should sir some soon south africa african such ' +
    'support team than thank thanks that the their them then there these they this those time today ' +
    'treasurer two use very visit want was website week well were what when where which who why will ' +
    'wish with work would year years yes you your ' +
    'asseblief baie dankie die enige groete het hulle kan lede met nie ons van vereniging vir vriendelike'
  ).split(' '),
);

const maxOffered = 6;

/**
 * What can be blocked because of an enquiry: the sender's address and domain, and up to 6 other
 * domains in the message. The sender's domain is empty if the email address has no valid one.
 */
export function offersOf({ email, message }: Pick<ContactForm, 'email' | 'message'>) {
  const address = email.toLowerCase();
  const sender = domainIn(address.slice(address.lastIndexOf('@') + 1)) ?? '';
  const { hosts } = extractLinks(message.replaceAll('@', ' http://'));
  const others = new Set(hosts.flatMap((host) => domainIn(host) ?? []));
  others.delete(sender);
  const linked = [...others].filter((domain) => 'value' in readEntry(domain));
  return { address, sender, linked: linked.slice(0, maxOffered) };
}
