import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';

import {
  isSignature,
  sign,
  type InstallationSecret,
} from '../../../platform/installation-secret.ts';
import { hashPersonal } from '../../server/same-address.ts';
import { cookieSettings } from './session-cookie.server.ts';

const purpose = 'device cookie';
const lifetime = 365 * 86_400_000;
const pattern = /(?:^|; *)(?:__Host-)?device-([\da-f]{16})=([\w-]{22})\.([\w-]{22})(?=;|$)/g;

/** Creates an id of 16 bytes: the time in milliseconds (6 bytes), and 10 random bytes. */
function createId(): string {
  const id = randomBytes(16);
  id.writeUIntBE(Date.now(), 0, 6);
  return id.toString('base64url');
}

const issuedAt = (id: string) => Buffer.from(id, 'base64url').readUIntBE(0, 6);

/**
 * Creates functions for cookies that mark browsers in which an account has signed in before. Other
 * people's failed attempts do not slow down such browsers. The password is still needed.
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function createDeviceCookies(secret: InstallationSecret, officeUrl: string) {
  const { prefix, options } = cookieSettings(officeUrl);
  const nameOf = (username: string) => hashPersonal(username).slice(0, 16);
  return {
    /**
     * Resolves to the id in the browser's cookie if the account has signed in there after `since`,
     * otherwise to undefined. Without `username`, a sign-in to any account counts.
     */
    async find({ headers }: Pick<Request, 'headers'>, username?: string, since = new Date(0)) {
      const key = await secret.keyFor(purpose);
      const found = [...(headers.cookie ?? '').matchAll(pattern)].find(
        ([, name = '', id = '', signature = '']) =>
          (username === undefined || name === nameOf(username)) &&
          issuedAt(id) >= since.getTime() &&
          key &&
          isSignature(key, `${name}.${id}`, signature),
      );
      return found?.[2];
    },
    async write(response: Response, username: string): Promise<void> {
      const key = await secret.keyFor(purpose);
      if (!key) return;
      const [name, id] = [nameOf(username), createId()];
      const value = `${id}.${sign(key, `${name}.${id}`)}`;
      response.cookie(`${prefix}device-${name}`, value, { ...options, maxAge: lifetime });
    },
  };
}
