import type { Request } from 'express';

import { Problem } from '#server/http.ts';

/** Whether the method of a request can change data: anything except GET, HEAD and OPTIONS. */
export function isChange({ method }: Pick<Request, 'method'>): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** Whether a browser says that one of our own pages made a request. */
function isOwn({ headers }: Pick<Request, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin = '', host } = headers;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Refuses requests forged by other sites (CSRF): browsers add our cookies to them automatically.
 *
 * @throws Problem 403
 */
export function refuseForeign(request: Pick<Request, 'headers'>): void {
  if (isOwn(request)) return;
  throw new Problem(403, 'This request did not come from a page of the enquiries desk.', {
    reason: 'foreign origin',
  });
}
