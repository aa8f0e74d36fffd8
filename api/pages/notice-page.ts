import { html } from '../../platform/html.ts';
import type { Problem } from '../../platform/http/problem.ts';
import { layout, type Site } from './layout.ts';

/** What a browser shows of an address that has nothing for it. */
export function noticePage(site: Site, { status, message }: Problem): string {
  const title = status === 404 ? 'Page not found' : 'Not available';
  const content = html`<h1>${title}</h1>
    <p class="lead">${message}</p>
    <p class="back"><a href="${site.siteUrl}/">Back to the home page</a></p>`;
  return layout(site, title, content);
}
