import { createHash } from 'node:crypto';

import { media } from '#design/tokens.ts';
import { firstFonts } from '#design/typefaces.ts';
import { inlineScript } from './headers.ts';

export interface FinishedPage {
  html: string;
  /** The stylesheet with the rules that the first paint does not need. */
  deferred: { path: string; css: string };
}

/**
 * Makes the first paint need no other file, and the page fit into the first ten packets.
 *
 * @param script the code of client.ts, which goes into the page: a request would delay the fonts.
 * @throws Error if a part of the page is missing, or its Content-Security-Policy would block one.
 */
export function finishPage(rendered: string, script: string): FinishedPage {
  const [, start, head, content] =
    /^(.*?<head>)(.*?)<\/head>\s*(<body.*)<\/body>/s.exec(rendered) ?? [];
  if (start === undefined || head === undefined || content === undefined)
    throw new Error('The page has no head or no body.');
  const elements = head.match(headElement) ?? [];
  const structuredData = elements.filter((element) => element.includes('application/ld+json'));
  const styles = elements.flatMap(
    (element) => /^<style[^>]*>(.*)<\/style>$/s.exec(element)?.[1] ?? [],
  );
  const body = stripGenerator(content);
  const short = shortenClasses(styles.join('').replace(styleMarks, ''), body);
  const { now, later } = divideRules(short.css, body.includes('<form'));
  const path = `/assets/deferred-${hashOf(later)}.css`;
  const ordered = [
    // A firm may have added a script of its own, such as for analytics.
    ...elements.filter((element) => !isReplaced.test(element)),
    ...firstFonts.map((font) => `<link rel="preload" as="font" crossorigin href="${font}">`),
    `<style>${now}</style>`,
    // The script enables it after the first paint: a third download would slow down both fonts.
    `<link disabled rel="stylesheet" media="print" href="${path}">`,
    `<noscript><link rel="stylesheet" media="print" href="${path}"></noscript>`,
  ]
    .map((element) => element.replace(' data-rh="true"', ''))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  refuseInlineCode(short.body);
  const end = `${structuredData.join('').replace(' data-rh="true"', '')}<script type="module">${script}</script>`;
  const html = `${start}${ordered.join('')}</head>${short.body}${end}</body></html>`;
  return { html, deferred: { path, css: later } };
}

const isReplaced = /^<(?:style|script type="module"|script[^>]*ld\+json|link rel="modulepreload")/;
const headElement = /<(?:meta|link|base)(?:"[^"]*"|[^">])*>|<(title|style|script)\b[\s\S]*?<\/\1>/g;

/** Browsers look for the charset in the first kilobyte; the first view needs fonts and styles. */
const order = [
  /^<meta charset/,
  /^<meta http-equiv/,
  /^<meta name="viewport"/,
  /^<title/,
  /^<link rel="preload"/,
  /^<style/,
  /^<meta/,
  /^<link rel="(?!stylesheet)/,
];

function placeOf(element: string): number {
  const place = order.findIndex((pattern) => pattern.test(element));
  return place === -1 ? order.length : place;
}

/** Marks for the styling library and the router, neither of which runs in the browser. */
const styleMarks =
  /data-styled\.g\d+\[id="[^"]*"\]\{content:"[^"]*"\}\/\*!sc\*\/\n?|\/\*!sc\*\/\n?/g;
function stripGenerator(body: string): string {
  return (
    body
      .replace(inlineScript, '')
      // React separates texts with comments. Only the form needs them, because it is hydrated.
      .replace(/<form[\s\S]*?<\/form>|<!-- -->/g, (part) => (part.startsWith('<form') ? part : ''))
      .replace(' data-server-rendered="true"', '')
      .trimEnd()
  );
}

/** Shortens generated class names, and drops component classes that no rule selects. */
function shortenClasses(css: string, body: string): { css: string; body: string } {
  const names = new Map<string, string>();
  const shortBody = body.replace(
    / class="((?:sc-[\w-]+ )+)([^"]+)"/g,
    (_, components: string, generated: string) => {
      const ids = components.trim().split(' ');
      const short = generated.split(' ').map((name, index) => {
        if (index >= ids.length) return name;
        if (!names.has(name)) names.set(name, `c${names.size.toString(36)}`);
        return names.get(name);
      });
      return ` class="${[...ids.filter((id) => css.includes(`.${id}`)), ...short].join(' ')}"`;
    },
  );
  const shortCss = css.replace(/\.([\w-]+)/g, (whole, name: string) => {
    const short = names.get(name);
    return short === undefined ? whole : `.${short}`;
  });
  return { css: shortCss, body: shortBody };
}

const wholeRule = /[^{}]+\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;

function divideRules(css: string, isScripted: boolean): { now: string; later: string } {
  const late = [media.print, '@page', ...(isScripted ? [media.scripted] : [])];
  const rules = css.match(wholeRule) ?? [];
  // Only what visitors type needs the characters of this font file.
  const isRareFont = (rule: string) => isScripted && /unicode-range:\s*U\+100-/.test(rule);
  const isLate = (rule: string) =>
    isRareFont(rule) || late.some((beginning) => rule.startsWith(beginning));
  return {
    now: rules.filter((rule) => !isLate(rule)).join(''),
    later: rules.filter(isLate).join(''),
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function refuseInlineCode(body: string): void {
  const [inlineCode] = /<[a-z][^<>]*\s(?:style|on[a-z]+)="[^"]*"|<script[^>]*>/i.exec(body) ?? [];
  if (inlineCode) throw new Error(`The page has inline code, which its CSP blocks: ${inlineCode}`);
}
