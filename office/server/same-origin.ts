import type { Request } from 'express';

import { Problem } from '#server/http.ts';

export function isChange({ method }: Pick<Request, 'method'>): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** Refuses requests forged by other sites (CSRF), which carry our cookies. @throws Problem 403 */
export function refuseForeign({ headers }: Pick<Request, 'headers'>): void {
  const { origin = '', host, 'sec-fetch-site': site } = headers;
  const isOwnHost = URL.canParse(origin) && new URL(origin).host === host;
  if (site === undefined ? isOwnHost : site === 'same-origin') return;
  throw new Problem(403, 'This request did not come from a page of the enquiries desk.', {
    reason: 'foreign origin',
  });
}
