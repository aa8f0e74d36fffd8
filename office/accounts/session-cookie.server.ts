import type { CookieOptions, Request, Response } from 'express';

/**
 * Over plain HTTP on this machine, as under `npm start`, the cookie has neither `Secure` nor the
 * prefix `__Host-`, because some browsers would reject a cookie that has them.
 */
export function createSessionCookie(officeUrl: string) {
  const { protocol, hostname } = new URL(officeUrl);
  const secure = protocol === 'https:' || !isThisMachine(hostname);
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

export function isThisMachine(hostname: string): boolean {
  return ['localhost', '[::1]'].includes(hostname) || /^127(\.\d+){3}$/.test(hostname);
}
