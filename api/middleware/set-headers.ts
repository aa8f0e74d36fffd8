import type { NextFunction, Request, Response } from 'express';

import { securityHeaders, textPolicy } from '../../contract/security-headers.ts';

// Pages replace the policy with one of their own; nothing else that is sent here is a document.
const headers = Object.entries({
  ...securityHeaders,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': textPolicy,
  Vary: 'Origin',
});

/** Sets what is the same for every answer. */
export function setHeaders(_request: Request, response: Response, next: NextFunction): void {
  for (const [name, value] of headers) response.setHeader(name, value);
  next();
}
