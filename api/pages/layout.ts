import { createHash } from 'node:crypto';
import type { Response } from 'express';

import { Html, html } from '../../platform/html.ts';
import type { Problem } from '../../platform/http/problem.ts';
import type { ApiConfig } from '../config.ts';
import { style } from './style.ts';

/** What the pages of the API say about the firm, and where its site is. */
export type Site = Pick<ApiConfig, 'company' | 'siteUrl'>;

// In the page itself, so that it depends on no other file.
const styleElement = new Html(`<style>${style}</style>`);

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers with a whole HTML document. */
export function answerPage(
  response: Response,
  status: number,
  page: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...headers,
    'Content-Security-Policy': policy,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
  });
  response.end(page);
}

const mark = html`<svg
  viewBox="0 0 40 40"
  fill="none"
  stroke="currentColor"
  stroke-width="1.75"
  stroke-linecap="round"
  aria-hidden="true"
>
  <circle cx="20" cy="20" r="4.5" />
  <path d="M9.3 28.7a13.5 13.5 0 1 1 21.4 0" />
  <path d="M4.6 32.4a19 19 0 1 1 30.8 0" />
</svg>`;

/** A whole document in the site's dress. */
export function layout({ company, siteUrl }: Site, title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en-ZA">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} | ${company.name}</title>
        ${styleElement}
      </head>
      <body>
        <header>
          <a class="brand" href="${siteUrl}/">${mark}<span>${company.name}</span></a>
        </header>
        <main>${content}</main>
        <footer>
          <p class="small">
            ${company.addressLines.join(', ')} ·
            <a class="whole" href="${company.phoneHref}">${company.phone}</a> ·
            <a href="mailto:${company.email}">${company.email}</a>
          </p>
        </footer>
      </body>
    </html> `.text;
}

/** What a browser shows of an address that has nothing for it. */
export function noticePage(site: Site, { status, message }: Problem): string {
  const title = status === 404 ? 'Page not found' : 'Not available';
  const content = html`<h1>${title}</h1>
    <p class="lead">${message}</p>
    <p class="back"><a href="${site.siteUrl}/">Back to the home page</a></p>`;
  return layout(site, title, content);
}
