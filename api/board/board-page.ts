import { readFileSync } from 'node:fs';

import { html } from '../pages/html.ts';

// The board's script puts one style element, of always the same text, into its page.
const boardStyle = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

/** What a page of the board may load: its own files, and nothing that stands in the page. */
export const boardPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${boardStyle}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * A template engine for the board's one page: without the styles that stand in it and the typeface
 * that it fetches from another server, neither of which the policy lets through.
 */
export function renderBoardPage(
  file: string,
  values: object,
  done: (error: unknown, html?: string) => void,
): void {
  try {
    const page = readFileSync(file, 'utf8')
      .replace(/<link[^>]+fonts\.googleapis\.com[^>]*>/g, '')
      .replace(/<style>.*?<\/style>/gs, '')
      .replace(/ style="[^"]*"/g, '')
      .replace(/<%([=-]) (\w+) %>/g, (_tag, kind: string, name: string) => {
        const value = String((values as Record<string, unknown>)[name] ?? '');
        return kind === '=' ? html`${value}`.text : value;
      });
    done(null, page);
  } catch (error) {
    done(error);
  }
}
