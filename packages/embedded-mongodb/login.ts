import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Binary } from 'bson';

import type { Document } from './values.ts';

/** The login of one connection. `user` is set after the password has been verified. */
export interface Login {
  user?: string;
  /** Answers `saslStart` and each `saslContinue`. */
  answer: (body: Document) => Document;
}

const iterations = 4_096;
const failed = {
  ok: 0,
  code: 18,
  codeName: 'AuthenticationFailed',
  errmsg: 'Authentication failed.',
};

/** Starts a SCRAM-SHA-256 login (RFC 5802 and 7677). `passwordOf` finds a user's password. */
export function startLogin(passwordOf: (user: string) => string | undefined): Login {
  const salt = randomBytes(28);
  let name = '';
  let clientFirst = '';
  let serverFirst = '';

  function begin(payload: string): string {
    clientFirst = payload.replace(/^n,,/, '');
    const [user = '', nonce = ''] = ['n', 'r'].map((key) => attribute(clientFirst, key));
    name = user;
    const own = randomBytes(18).toString('base64');
    return (serverFirst = `r=${nonce}${own},s=${salt.toString('base64')},i=${iterations}`);
  }

  function finish(payload: string): string | undefined {
    const password = passwordOf(name);
    if (password === undefined) return undefined;
    const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
    const withoutProof = payload.replace(/,p=.*$/, '');
    const message = `${clientFirst},${serverFirst},${withoutProof}`;
    const clientKey = hmac(salted, 'Client Key');
    const signature = hmac(createHash('sha256').update(clientKey).digest(), message);
    const proof = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)));
    const given = Buffer.from(attribute(payload, 'p'), 'base64');
    if (given.length !== proof.length || !timingSafeEqual(given, proof)) return undefined;
    login.user = name;
    return `v=${hmac(hmac(salted, 'Server Key'), message).toString('base64')}`;
  }

  const login: Login = {
    answer(body) {
      const payload = Buffer.from((body.payload as Binary).buffer).toString();
      if ('saslStart' in body && body.mechanism !== 'SCRAM-SHA-256') return failed;
      const reply = 'saslStart' in body ? begin(payload) : login.user ? '' : finish(payload);
      if (reply === undefined) return failed;
      const done = login.user !== undefined;
      return { ok: 1, conversationId: 1, done, payload: new Binary(Buffer.from(reply)) };
    },
  };
  return login;
}

function attribute(message: string, key: string): string {
  const part = message.split(',').find((one) => one.startsWith(`${key}=`));
  return part?.slice(2) ?? '';
}

function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
