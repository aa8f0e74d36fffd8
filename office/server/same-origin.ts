import type { Request } from 'express';

import { Problem } from '../../platform/http/problem.ts';

/** Whether a request changes anything, as its method promises. */
export function isChange({ method }: Pick<Request, 'method'>): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** Where a request comes from, as far as its browser says; nothing else says it. */
function originOf({ headers }: Pick<Request, 'headers'>): 'own' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'foreign';
  const { origin, host } = headers;
  if (origin === undefined) return 'unknown';
  return URL.canParse(origin) && new URL(origin).host === host ? 'own' : 'foreign';
}

/**
 * Refuses a request that another site has made a browser send. Whatever a browser adds by itself,
 * such as a cookie, takes a request that is known to be of our own pages; scripts say nothing.
 *
 * @throws Problem 403
 */
export function refuseForeign(request: Pick<Request, 'headers'>, trusted: 'own' | 'unknown'): void {
  const origin = originOf(request);
  if (origin === 'own' || origin === trusted) return;
  throw new Problem(403, 'This was not sent from a page of the office.', {
    reason: 'foreign origin',
  });
}
