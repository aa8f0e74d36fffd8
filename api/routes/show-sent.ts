import type { RequestHandler } from 'express';

import { answerPage } from '../pages/answer-page.ts';
import { sentPage } from '../pages/sent-page.ts';
import type { Site } from '../pages/site.ts';
import { Problem } from '../problem.ts';

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
