import type { RequestHandler } from 'express';

import { idempotencyKeyHeader } from '#contract/api.ts';
import { formSignalsHeader } from '#contract/form-signals.ts';
import { Problem } from '#server/http.ts';
import { bodyType, formType } from './body.ts';

const requestHeaders = ['Content-Type', idempotencyKeyHeader, formSignalsHeader].join(', ');

/** Allows cross-origin requests (CORS) from the given origins only. */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    if (origin !== undefined && origins.includes(origin)) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Credentials', 'true');
      response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
      if (request.method === 'OPTIONS') {
        response.setHeader('Access-Control-Allow-Methods', 'POST');
        response.setHeader('Access-Control-Allow-Headers', requestHeaders);
        response.setHeader('Access-Control-Max-Age', '600');
      }
    }
    next();
  };
}

/** Rejects forms of other sites. JSON needs no check: browsers require a CORS preflight for it. */
export function refuseForeignForms(origins: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    const { origin, host, 'sec-fetch-site': site } = request.headers;
    // Old browsers and programs send no origin, and pages with a no-referrer policy, such as ours,
    // send `null`. Then the browser's Sec-Fetch-Site header decides.
    const isAnonymous = origin === undefined || origin === 'null';
    const isOurs = isAnonymous
      ? site !== 'cross-site'
      : origins.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host);
    if (bodyType(request) !== formType || isOurs) next();
    else {
      const sentence =
        'This form was sent from another website. Please use the form on our website.';
      throw new Problem(403, sentence, { reason: 'foreign origin' });
    }
  };
}
