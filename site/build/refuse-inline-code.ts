const forbidden = [
  { what: 'a style attribute', pattern: /<[a-z][^<>]*\sstyle="[^"]*"/i },
  { what: 'an event attribute', pattern: /<[a-z][^<>]*\son[a-z]+="[^"]*"/i },
  {
    what: 'an inline script',
    pattern: /<script(?![^>]*(?:\ssrc=|application\/ld\+json))[^>]*>/i,
  },
];

/** Fails the build rather than publish a page that its own policy would break. */
export function refuseInlineCode(html: string): void {
  for (const { what, pattern } of forbidden) {
    const found = pattern.exec(html);
    if (found) throw new Error(`The page has ${what}: ${found[0].slice(0, 200)}`);
  }
}
