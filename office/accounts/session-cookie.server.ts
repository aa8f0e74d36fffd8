import { isIP } from 'node:net';
import type { CookieOptions, Request, Response } from 'express';

/**
 * Creates functions for the session cookie of an enquiries desk at the given URL. Over plain HTTP
 * on this machine, as under `npm start`, the cookie has neither `Secure` nor the prefix `__Host-`,
 * because some browsers would reject a cookie that has them.
 */
export function createSessionCookie(officeUrl: string) {
  const { protocol, hostname } = new URL(officeUrl);
  const secure = protocol === 'https:' || !isLoopback(hostname);
  const options: CookieOptions = { httpOnly: true, secure, sameSite: 'strict', path: '/' };
  const name = `${secure ? '__Host-' : ''}office`;
  const pattern = new RegExp(`(?:^|; *)${name}=([\\w-]{20,128})(?:;|$)`);
  return {
    read: ({ headers }: Pick<Request, 'headers'>) => pattern.exec(headers.cookie ?? '')?.[1],
    // Without a max-age, the cookie is deleted when the browser closes.
    write: (response: Response, token: string) => void response.cookie(name, token, options),
    clear: (response: Response) => void response.clearCookie(name, options),
  };
}

/**
 * The domain name for which the passkeys of an enquiries desk are valid. Undefined if the URL has
 * an IP address, because passkeys need a domain name; but loopback addresses count as `localhost`.
 */
export function passkeyHost(officeUrl: string): string | undefined {
  const { hostname } = new URL(officeUrl);
  if (isLoopback(hostname)) return 'localhost';
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined;
}

function isLoopback(hostname: string): boolean {
  return ['localhost', '[::1]'].includes(hostname) || /^127(\.\d+){3}$/.test(hostname);
}
