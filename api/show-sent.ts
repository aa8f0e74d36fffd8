import type { RequestHandler } from 'express';

import { html } from '../platform/html.ts';
import { Problem } from '../platform/http/problem.ts';
import { answerPage, layout, type Site } from './pages/layout.ts';

/** Shown to the visitor once the enquiry is safe. The reference stands beside it. */
export const acceptedMessage =
  'Thank you for getting in touch. We have your message and will reply by email.';

// Crockford's base 32: anything else in its place is not ours and is never shown.
const wellFormed = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/** `GET /api/contact/sent/:reference`: what a visitor without JavaScript sees after sending. */
export function showSent(site: Site): RequestHandler {
  return (request, response) => {
    const { reference } = request.params;
    if (typeof reference !== 'string' || !wellFormed.test(reference)) {
      throw new Problem(404, 'There is no enquiry with that reference.');
    }
    answerPage(response, 200, sentPage(site, reference));
  };
}

function sentPage(site: Site, reference: string): string {
  const content = html`<h1>Message Sent Successfully</h1>
    <p class="lead">${acceptedMessage}</p>
    <div class="reference-box">
      <h2 class="small">Your reference</h2>
      <p class="reference">${reference}</p>
      <p class="small">Please quote it if you write to us or phone us about your enquiry.</p>
    </div>
    <p class="back"><a href="${site.siteUrl}/">Back to the home page</a></p>`;
  return layout(site, 'Message Sent Successfully', content);
}
