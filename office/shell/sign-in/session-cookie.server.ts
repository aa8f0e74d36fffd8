import type { CookieOptions, Request, Response } from 'express';

/**
 * The cookie that holds the token of a session, and nothing else of it, of an office at the given address. Over plain http on this machine, as under
 * `npm start`, it is neither `Secure` nor `__Host-`: not every browser keeps such a cookie there.
 */
export function createSessionCookie(officeUrl: string) {
  const { protocol, hostname } = new URL(officeUrl);
  const secure = protocol === 'https:' || !isLoopback(hostname);
  const name = secure ? '__Host-office' : 'office';
  const options: CookieOptions = { httpOnly: true, secure, sameSite: 'strict', path: '/' };
  const pattern = new RegExp(`(?:^|; *)${name}=([\\w-]{20,128})(?:;|$)`);
  return {
    read: ({ headers }: Pick<Request, 'headers'>) => pattern.exec(headers.cookie ?? '')?.[1],
    // Without an age it goes when the browser is closed.
    write: (response: Response, token: string) => void response.cookie(name, token, options),
    clear: (response: Response) => void response.clearCookie(name, options),
  };
}

/** Whether a host is this machine. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '[::1]'].includes(hostname) || /^127(\.\d+){3}$/.test(hostname);
}
