import type { Request } from 'express';

import { Problem } from '../../platform/http/problem.ts';

/** Whether a request may change something, by its method. */
export function isChange({ method }: Pick<Request, 'method'>): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** The origin of a request according to the browser; scripts do not send it. */
function originOf({ headers }: Pick<Request, 'headers'>): 'own' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'foreign';
  const { origin, host } = headers;
  if (origin === undefined) return 'unknown';
  return URL.canParse(origin) && new URL(origin).host === host ? 'own' : 'foreign';
}

/**
 * Refuses requests forged by other sites. With credentials that browsers add automatically, such as
 * cookies, only requests from our own pages are accepted; scripts do not send an origin.
 *
 * @throws Problem 403
 */
export function refuseForeign(request: Pick<Request, 'headers'>, trusted: 'own' | 'unknown'): void {
  const origin = originOf(request);
  if (origin === 'own' || origin === trusted) return;
  throw new Problem(403, 'This request did not come from a page of the enquiries desk.', {
    reason: 'foreign origin',
  });
}
