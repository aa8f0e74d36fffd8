import { fontPreloads } from './font-preloads.ts';
import { inlineStylesheets } from './inline-stylesheets.ts';
import { orderHead, splitHead } from './order-head.ts';
import { takeScript } from './page-script.ts';
import { refuseInlineCode } from './refuse-inline-code.ts';
import { stripGenerator } from './strip-generator.ts';

export interface PageContext {
  /** The stylesheets and scripts to write into the pages, by their address. */
  assets: ReadonlyMap<string, string>;
}

/** Makes a rendered page fast and strict: nothing to fetch before it can be painted. */
export function finishPage(html: string, { assets }: PageContext): string {
  const { before, elements, after } = splitHead(stripGenerator(html));
  const { script, rest } = takeScript(elements, assets);
  const inlined = inlineStylesheets(rest, assets);
  const page = [before, orderHead([...inlined, ...fontPreloads(inlined)]).join(''), after].join('');
  refuseInlineCode(page);
  return endWith(script, page);
}

/** Puts the script last: whatever it adds, the page can be read, and its form sent, without it. */
function endWith(script: string, page: string): string {
  const end = page.lastIndexOf('</body>');
  if (end === -1) throw new Error('The page has no end.');
  return page.slice(0, end) + script + page.slice(end);
}
