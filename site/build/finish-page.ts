/** Stylesheets and scripts to write into the pages, by their address. */
type Assets = ReadonlyMap<string, string>;

/** Makes a rendered page fast and strict: nothing to fetch before it can be painted. */
export function finishPage(html: string, { assets }: { assets: Assets }): string {
  const page = stripGenerator(html);
  const start = page.indexOf('<head>') + '<head>'.length;
  const end = page.indexOf('</head>');
  if (end < start) throw new Error('The page has no head.');
  const elements = page.slice(start, end).match(headElement) ?? [];
  // Fetching the script would cost every first view a request, which competes with the fonts.
  const script = elements.find((element) => element.startsWith('<script type="module"'));
  if (script === undefined) throw new Error('The page has no script.');
  const rest = elements
    .filter((element) => element !== script)
    .map((element) => inlineStylesheet(element, assets));
  const head = [...rest, ...fontPreloads(rest)].toSorted((one, other) => place(one) - place(other));
  const finished = shortenClasses(
    page.slice(0, start) + head.join('') + keepTogether(page.slice(end)),
  );
  refuseInlineCode(finished);
  return endWith(inlineModule(script, assets), finished);
}

/**
 * Gives the classes that the styling library has named the shortest names, and drops those by which
 * one component could select another, where none does: they are a twentieth of a page's bytes.
 */
function shortenClasses(page: string): string {
  const shortNames = new Map<string, string>();
  const styles = page.match(/<style[\s\S]*?<\/style>/g)?.join('') ?? '';
  // As many names follow as there are components: one each.
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
 * Lets no line end within a compound of two short words. Of the page's text alone. Our typefaces lack
 * the hyphen U+2011, which would come from another: a word joiner after the usual one does the same.
 */
function keepTogether(body: string): string {
  const compounds = /\b(non|office)-(?=profit|bearer)/gi;
  return body.replace(/>[^<]+</g, (text) => text.replace(compounds, '$1-\u2060'));
}

/** Puts the script last: whatever it adds, the page can be read, and its form sent, without it. */
function endWith(script: string, page: string): string {
  const end = page.lastIndexOf('</body>');
  if (end === -1) throw new Error('The page has no end.');
  return page.slice(0, end) + script + page.slice(end);
}

/** By these the styling library would find its rules again in the browser, where it never runs. */
const styleMarks =
  /data-styled\.g\d+\[id="[^"]*"\]\{content:"[^"]*"\}\/\*!sc\*\/\n?|\/\*!sc\*\/\n?/g;

/** Removes what only a router or a styling library in the browser would need. */
function stripGenerator(html: string): string {
  return html
    .replace(inlineScript, '')
    .replace(styleMarks, '')
    .replace(/ data-styled(?:-version)?="[^"]*"/g, '')
    .replace(/<link rel="(?:modulepreload|preload)"[^>]*>/g, '')
    .replace(/ data-(?:server-rendered|rh)="true"/g, '')
    .replace(/<\/div>\s+<\/body>/, '</div></body>');
}

/** A script that stands in a page and is run: JSON-LD is data. Captures its code. */
export const inlineScript =
  /<script(?![^>]*(?:\ssrc=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g;

const headElement = /<(?:meta|link|base)(?:"[^"]*"|[^">])*>|<(title|style|script)\b[\s\S]*?<\/\1>/g;

/** A linked stylesheet as a style, so that nothing blocks the first paint; all else as it is. */
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

/** Preloads for the fonts that are of use only if they are there before the first paint. */
function fontPreloads(elements: readonly string[]): string[] {
  const css = elements.filter((element) => element.startsWith('<style')).join('\n');
  const addresses = (css.match(/@font-face\s*\{[^}]*\}/g) ?? [])
    .filter((face) => /font-display:\s*optional/.test(face))
    .map((face) => /url\(["']?([^"')]+\.woff2)/.exec(face)?.[1])
    .filter((address) => address !== undefined);
  return [...new Set(addresses)].map(
    (address) => `<link rel="preload" as="font" crossorigin="" href="${address}">`,
  );
}

/**
 * The first pattern that an element matches gives its place; what matches none comes last. The
 * charset must stand in the first kilobyte; fonts and styles come before what can wait.
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

/** What the page's script must not be, to do the same inside a page as in a file of its own. */
const unfit = [
  { what: 'would end its own element', pattern: /<\/script|<!--/i },
  { what: 'asks for a file beside it', pattern: /["'`]\.{1,2}\// },
  { what: 'has parts that another file imports', pattern: /\bexport\b/ },
];

/** The page's script with its code inside. */
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

/** Fails the build rather than publish a page that its own policy would break. */
export function refuseInlineCode(html: string): void {
  for (const { what, pattern } of forbidden) {
    const found = pattern.exec(html);
    if (found) throw new Error(`The page has ${what}: ${found[0].slice(0, 200)}`);
  }
}
