import { isFirst } from '../../design/first-fonts.ts';

/** Stylesheets and scripts to inline into the pages, by URL. */
type Assets = ReadonlyMap<string, string>;

/**
 * Optimises a rendered page, so that its first paint needs no other file.
 *
 * @throws Error if a part of the page is missing or would not work.
 */
export function finishPage(html: string, { assets }: { assets: Assets }): string {
  const page = stripGenerator(html);
  const start = page.indexOf('<head>') + '<head>'.length;
  const end = page.indexOf('</head>');
  if (end < start) throw new Error('The page has no head.');
  const elements = page.slice(start, end).match(headElement) ?? [];
  // The script is inlined, because on a first view another request would compete with the fonts.
  const script = elements.find((element) => element.startsWith('<script type="module"'));
  if (script === undefined) throw new Error('The page has no script.');
  const data = elements.filter((element) => element.includes('application/ld+json'));
  const rest = elements
    .filter((element) => element !== script && !data.includes(element))
    .map((element) => inlineStylesheet(element, assets));
  const head = [...rest, ...fontPreloads(rest)].toSorted((one, other) => place(one) - place(other));
  const finished = shortenClasses(
    page.slice(0, start) + head.join('') + keepTogether(page.slice(end)),
  );
  refuseInlineCode(finished);
  return endWith(data.join('') + inlineModule(script, assets), finished);
}

/**
 * Shortens the class names of the styling library, and drops component classes that no rule
 * selects. This saves a twentieth of a page's bytes.
 */
function shortenClasses(page: string): string {
  const shortNames = new Map<string, string>();
  const styles = page.match(/<style[\s\S]*?<\/style>/g)?.join('') ?? '';
  // The component classes come first, followed by one generated class for each.
  return page
    .replace(/ class="((?:sc-[\w-]+ )+)([^"]+)"/g, (_, components: string, names: string) => {
      const ids = components.trim().split(' ');
      const short = names.split(' ').map((name, place) => {
        if (place >= ids.length) return name;
        if (!shortNames.has(name)) shortNames.set(name, `c${shortNames.size.toString(36)}`);
        return shortNames.get(name);
      });
      const selected = ids.filter((id) => styles.includes(`.${id}`));
      return ` class="${[...selected, ...short].join(' ')}"`;
    })
    .replace(/<style[\s\S]*?<\/style>/g, (style) =>
      style.replace(/\.([\w-]+)/g, (whole, name: string) =>
        shortNames.has(name) ? `.${shortNames.get(name)}` : whole,
      ),
    );
}

/**
 * Prevents line breaks within `non-profit` and `office-bearer` in visible text. Our fonts lack the
 * non-breaking hyphen U+2011, so a word joiner follows the usual hyphen instead.
 */
function keepTogether(body: string): string {
  // Web and email addresses stay unchanged, because people copy them.
  const compounds = /(?<![@.]\S*)\b(non|office)-(?=(?:profit|bearer)(?!\S*(?:@|\.\w)))/gi;
  return body.replace(/>[^<]+</g, (text) => text.replace(compounds, '$1-\u2060'));
}

/** Inserts the script and the data for search engines at the end: the first paint needs neither. */
function endWith(script: string, page: string): string {
  const end = page.lastIndexOf('</body>');
  if (end === -1) throw new Error('The page has no end.');
  return page.slice(0, end) + script + page.slice(end);
}

/** Markers for rehydration by the styling library, which does not run in the browser. */
const styleMarks =
  /data-styled\.g\d+\[id="[^"]*"\]\{content:"[^"]*"\}\/\*!sc\*\/\n?|\/\*!sc\*\/\n?/g;

/** Removes markup that only a router or a styling library in the browser would need. */
function stripGenerator(html: string): string {
  return (
    html
      .replace(inlineScript, '')
      .replace(styleMarks, '')
      .replace(/ data-styled(?:-version)?="[^"]*"/g, '')
      // React separates texts with comments. Only the forms need them, because they are hydrated.
      .replace(/<form[\s\S]*?<\/form>|<!-- -->/g, (part) => (part.startsWith('<form') ? part : ''))
      .replace(/<link rel="(?:modulepreload|preload)"[^>]*>/g, '')
      .replace(/ data-(?:server-rendered|rh)="true"/g, '')
      .replace(/<\/div>\s+<\/body>/, '</div></body>')
  );
}

/** Matches an inline script and captures its code. Does not match JSON-LD, which is only data. */
export const inlineScript =
  /<script(?![^>]*(?:\ssrc=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g;

const headElement = /<(?:meta|link|base)(?:"[^"]*"|[^">])*>|<(title|style|script)\b[\s\S]*?<\/\1>/g;

/**
 * Inlines a linked stylesheet, so that nothing blocks the first paint. Returns other elements
 * unchanged.
 */
function inlineStylesheet(element: string, assets: Assets): string {
  if (!element.startsWith('<link rel="stylesheet"')) return element;
  return `<style>${contentOf('stylesheet', element, assets)}</style>`;
}

function addressOf(element: string): string {
  return /(?:href|src)="([^"]+)"/.exec(element)?.[1] ?? '';
}

function contentOf(kind: 'stylesheet' | 'script', element: string, assets: Assets): string {
  const address = addressOf(element);
  const content = assets.get(address)?.trim();
  if (content === undefined) throw new Error(`There is no ${kind} ${address} to inline.`);
  return content;
}

function fontPreloads(elements: readonly string[]): string[] {
  const css = elements.filter((element) => element.startsWith('<style')).join('\n');
  const addresses = (css.match(/@font-face\s*\{[^}]*\}/g) ?? [])
    .filter(isFirst)
    .map((face) => /url\(["']?([^"')]+\.woff2)/.exec(face)?.[1])
    .filter((address) => address !== undefined);
  return [...new Set(addresses)].map(
    (address) => `<link rel="preload" as="font" crossorigin="" href="${address}">`,
  );
}

/**
 * The order of elements in the head: by the first matching pattern, unmatched ones last. The
 * charset must be within the first kilobyte. Font preloads and styles come early, because the first
 * view needs them.
 */
const order = [
  /^<meta charset/,
  /^<meta http-equiv/,
  /^<meta name="viewport"/,
  /^<title/,
  /^<link rel="preload"/,
  /^<style/,
  /^<meta/,
  /^<link/,
];

function place(tag: string): number {
  const index = order.findIndex((pattern) => pattern.test(tag));
  return index === -1 ? order.length : index;
}

/** What a script must not contain, because the script would then not work inline. */
const unfit = [
  { what: 'would end its own element', pattern: /<\/script|<!--/i },
  { what: 'asks for a file beside it', pattern: /["'`]\.{1,2}\// },
  { what: 'has parts that another file imports', pattern: /\bexport\b/ },
];

function inlineModule(link: string, assets: Assets): string {
  const code = contentOf('script', link, assets);
  for (const { what, pattern } of unfit) {
    if (pattern.test(code)) throw new Error(`The script ${addressOf(link)} ${what}.`);
  }
  return `<script type="module">${code}</script>`;
}

const forbidden = [
  { what: 'a style attribute', pattern: /<[a-z][^<>]*\sstyle="[^"]*"/i },
  { what: 'an event attribute', pattern: /<[a-z][^<>]*\son[a-z]+="[^"]*"/i },
  { what: 'an inline script', pattern: /<script(?![^>]*(?:\ssrc=|application\/ld\+json))[^>]*>/i },
];

/**
 * Fails the build if a page has a style or event attribute, which its Content-Security-Policy would
 * block, or an inline script.
 */
export function refuseInlineCode(html: string): void {
  for (const { what, pattern } of forbidden) {
    const found = pattern.exec(html);
    if (found) throw new Error(`The page has ${what}: ${found[0].slice(0, 200)}`);
  }
}
