import { emailAddress } from './contact-fields.ts';

/**
 * The firm's block list contains email addresses, domains and phrases. A blocked domain includes
 * its subdomains. The list is stored in MongoDB. The API reads a copy in Redis, which is a JSON array
 * of strings.
 */

/** The Redis key of the copy. */
export function blockListKey(queuePrefix: string): string {
  return `${queuePrefix}:block-list`;
}

/** Whether an entry is an email address. Entries are in lower case. */
export function isAddress(text: string): boolean {
  return emailAddress.test(text);
}

/** Whether an entry is a domain rather than an address or a phrase. */
export function isDomain(text: string): boolean {
  return /^[^\s@]+\.[^\s@]+$/.test(text);
}

/**
 * Extracts the domain from a host, a URL or an email address, in ASCII and without `www.`.
 * Undefined if the text is none of these.
 */
export function domainIn(text: string): string | undefined {
  const url = `http://${text.replace(/^https?:\/\//i, '')}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\.|\.$/g, '') : undefined;
}
