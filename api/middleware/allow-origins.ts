import type { RequestHandler } from 'express';

import { idempotencyKeyHeader } from '../../contract/api.ts';
import { formSignalsHeader } from '../../contract/form-signals.ts';

const requestHeaders = ['Content-Type', idempotencyKeyHeader, formSignalsHeader].join(', ');

/** Lets pages of the given origins, and of no other, send requests and read the answers. */
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
