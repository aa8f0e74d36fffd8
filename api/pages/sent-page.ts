import { acceptedMessage } from '../content.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import type { Site } from './site.ts';

/** The confirmation. The reference must be known to be well formed. */
export function sentPage(site: Site, reference: string): string {
  const content = html`<h1>Message Sent Successfully</h1>
    <p class="lead">${acceptedMessage}</p>
    <div class="kept">
      <h2 class="small">Your reference</h2>
      <p class="reference">${reference}</p>
      <p class="small">Please quote it if you write to us or phone us about your enquiry.</p>
    </div>
    <p class="back"><a href="${site.home}">Back to the home page</a></p>`;
  return layout(site, { title: 'Message Sent Successfully', content });
}
