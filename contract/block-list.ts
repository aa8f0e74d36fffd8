/**
 * The firm's block list: domains, which include their subdomains, and phrases. It is stored in
 * MongoDB; the API reads a copy in Redis, which is a JSON array of strings.
 */

/** The Redis key of the copy. */
export function blockListKey(queuePrefix: string): string {
  return `${queuePrefix}:block-list`;
}

/** Whether a text is a domain rather than a phrase. */
export function isDomain(text: string): boolean {
  return /^\S+\.\S+$/.test(text);
}

/**
 * The domain of a host, a URL or an email address, in ASCII and without `www.`; undefined if the
 * text has none.
 */
export function domainIn(text: string): string | undefined {
  const url = `http://${text.replace(/^https?:\/\//i, '')}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\.|\.$/g, '') : undefined;
}
