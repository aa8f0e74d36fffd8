import { Html, html } from './html.ts';
import type { Site } from './site.ts';
import { style } from './style.ts';

const styleElement = new Html(`<style>${style}</style>`);

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

export interface Page {
  title: string;
  content: Html;
}

/** A whole document in the site's dress. */
export function layout({ company, home }: Site, { title, content }: Page): string {
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
          <a class="brand" href="${home}">${mark}<span>${company.name}</span></a>
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
