const address = /\b(?:https?:\/\/|www\.)[^\s<>"'\]]+/gi;
// Three characters at least: `B.Com` is a degree.
const bareAddress =
  /(?:https?:\/\/|www\.|\b[a-z0-9-]{3,}\.(?:com|net|org|info|biz|ru|top|xyz|shop|club|site|online|io|co|za)\b)/i;

const shorteners = [
  'bit.ly',
  'cutt.ly',
  'goo.gl',
  'is.gd',
  'ow.ly',
  'rb.gy',
  'rebrand.ly',
  'shorturl.at',
  't.co',
  't.ly',
  't.me',
  'tiny.cc',
  'tinyurl.com',
];
const shortened = new RegExp(
  `(?:^|[\\s/(])(?:${shorteners.map((name) => name.replace('.', '\\.')).join('|')})/\\S`,
  'i',
);

/** The links in a text, as they stand in it. */
export function findLinks(text: string): string[] {
  return text.match(address) ?? [];
}

/** Whether a text names a website, with or without `https://`. */
export function namesWebsite(text: string): boolean {
  return bareAddress.test(text);
}

/** Whether a text has a link that hides where it leads. */
export function hasShortenedLink(text: string): boolean {
  return shortened.test(text);
}

/** How many letters and digits, in any script, are left of a text without its links. */
export function lettersBesidesLinks(text: string): number {
  return (text.replace(address, '').match(/[\p{L}\p{N}]/gu) ?? []).length;
}
