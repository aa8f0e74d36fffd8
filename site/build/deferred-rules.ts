import { createHash } from 'node:crypto';

import { media } from '../../design/tokens.ts';
import { deferredStylesMark } from '../enhance/deferred-styles.ts';

/** The start of a block of CSS that applies only to print or to elements that scripts show. */
const deferredBlock = new RegExp(`(?:${media.print}|${media.scripted}|@page\\b[^{]*)\\s*\\{`, 'g');

interface Deferred {
  html: string;
  /** The URL path and the content of the stylesheet; undefined if there is nothing to defer. */
  stylesheet?: { path: string; css: string };
}

/**
 * Moves the rules for print and for elements that scripts show into a stylesheet that does not
 * delay the first paint, so that the page fits into a server's initial congestion window. In the
 * cascade, the moved rules follow all others.
 */
export function deferRules(html: string): Deferred {
  const blocks: string[] = [];
  const rest = html.replace(/(?<=<style[^>]*>)[^<]*/g, (css) => {
    const found = deferredBlocksOf(css);
    blocks.push(...found);
    return found.reduce((left, block) => left.replace(block, () => ''), css);
  });
  if (blocks.length === 0) return { html };
  const css = blocks.join('');
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 8);
  const path = `/assets/deferred-${hash}.css`;
  const link = `<link rel="stylesheet" media="print" ${deferredStylesMark}="" href="${path}">`;
  return { html: rest.replace('</head>', () => `${link}</head>`), stylesheet: { path, css } };
}

function deferredBlocksOf(css: string): string[] {
  const blocks: string[] = [];
  let end = 0;
  for (const { index } of css.matchAll(deferredBlock)) {
    // Skips a match inside the previous block.
    if (index < end) continue;
    end = endOf(css, index);
    blocks.push(css.slice(index, end));
  }
  return blocks;
}

/** The index just after the first block that opens at or after `from`. */
function endOf(css: string, from: number): number {
  let depth = 0;
  for (let index = from; index < css.length; index += 1) {
    if (css[index] === '{') depth += 1;
    if (css[index] === '}' && (depth -= 1) === 0) return index + 1;
  }
  throw new Error(`A block of the stylesheet is not closed: ${css.slice(from, from + 80)}`);
}
