import { isIP } from 'node:net';
import type { CookieOptions, Request, Response } from 'express';

/**
 * The prefix and options of an office's cookies at the given address. Over plain HTTP on
 * localhost, as under `npm start`, they are neither `Secure` nor `__Host-`, which some browsers
 * would reject.
 */
export function cookieSettings(officeUrl: string): { prefix: string; options: CookieOptions } {
  const { protocol, hostname } = new URL(officeUrl);
  const secure = protocol === 'https:' || !isLoopback(hostname);
  const options: CookieOptions = { httpOnly: true, secure, sameSite: 'strict', path: '/' };
  return { prefix: secure ? '__Host-' : '', options };
}

/** The cookie with the token of a session, for an office at the given address. */
export function createSessionCookie(officeUrl: string) {
  const { prefix, options } = cookieSettings(officeUrl);
  const name = `${prefix}office`;
  const pattern = new RegExp(`(?:^|; *)${name}=([\\w-]{20,128})(?:;|$)`);
  return {
    read: ({ headers }: Pick<Request, 'headers'>) => pattern.exec(headers.cookie ?? '')?.[1],
    // Without a max-age, the cookie is deleted when the browser closes.
    write: (response: Response, token: string) => void response.cookie(name, token, options),
    clear: (response: Response) => void response.clearCookie(name, options),
  };
}

/**
 * The domain name for passkeys at an address; undefined at an IP address, where passkeys do not
 * work. The addresses of this machine count as `localhost`.
 */
export function passkeyHost(officeUrl: string): string | undefined {
  const { hostname } = new URL(officeUrl);
  if (isLoopback(hostname)) return 'localhost';
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined;
}

/** Whether a host is this machine. */
function isLoopback(hostname: string): boolean {
  return ['localhost', '[::1]'].includes(hostname) || /^127(\.\d+){3}$/.test(hostname);
}
