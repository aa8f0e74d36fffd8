import type { Request, RequestHandler } from 'express';

import { idempotencyKeyHeader } from '../contract/api.ts';
import { formSignalsHeader } from '../contract/form-signals.ts';
import { Problem } from '../platform/http/problem.ts';
import { bodyType, formType } from './contact-body.ts';

const requestHeaders = ['Content-Type', idempotencyKeyHeader, formSignalsHeader].join(', ');

/** Allows cross-origin requests (CORS) from the given origins only. */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    const { origin } = request.headers;
    if (origin !== undefined && allowed.has(origin)) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Credentials', 'true');
      response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
      if (request.method === 'OPTIONS') {
        response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
        response.setHeader('Access-Control-Allow-Headers', requestHeaders);
        response.setHeader('Access-Control-Max-Age', '600');
      }
    }
    next();
  };
}

/**
 * Rejects forms posted by pages of other sites. JSON needs no such check: browsers require a CORS
 * preflight for it.
 */
export function refuseForeignOrigins(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, _response, next) => {
    if (bodyType(request) === formType && !isOurs(request, allowed)) {
      throw new Problem(
        403,
        'This form was sent from another website. Please use the form on our website.',
        { reason: 'foreign origin' },
      );
    }
    next();
  };
}

function isOurs({ headers }: Request, allowed: Set<string>): boolean {
  const { origin } = headers;
  // Old browsers and programs send no origin. Pages with a no-referrer policy, such as ours, and
  // sandboxed pages send `null`. In both cases the browser's Sec-Fetch-Site header decides.
  if (origin === undefined || origin === 'null') return headers['sec-fetch-site'] !== 'cross-site';
  if (allowed.has(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.host;
}
