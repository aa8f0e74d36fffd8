import { deferScript } from './defer-script.ts';
import { fontPreloads } from './font-preloads.ts';
import { inlineStylesheets } from './inline-stylesheets.ts';
import { orderHead, splitHead } from './order-head.ts';
import { refuseInlineCode } from './refuse-inline-code.ts';
import { stripGenerator } from './strip-generator.ts';

export interface PageContext {
  /** The built stylesheets by their address. */
  stylesheets: ReadonlyMap<string, string>;
}

/** Makes a rendered page fast and strict: nothing to fetch before it can be painted. */
export function finishPage(html: string, { stylesheets }: PageContext): string {
  const { before, elements, after } = splitHead(stripGenerator(html));
  const inlined = deferScript(inlineStylesheets(elements, stylesheets));
  const page = [before, orderHead([...inlined, ...fontPreloads(inlined)]).join(''), after].join('');
  refuseInlineCode(page);
  return page;
}
