import { randomBytes, type KeyObject } from 'node:crypto';

import { withRedisTimeout } from '../../platform/http/redis.ts';
import { isSignature, sign } from '../../platform/installation-secret.ts';
import { deleteIfEqual, type RedisClient } from '../../platform/redis.ts';

export type TokenFinding =
  | 'good'
  | 'no-token'
  | 'forged-token'
  | 'old-token'
  | 'too-fast'
  | 'used-token';

const minAge = 3_000;
// A form can stay open in a tab over a weekend.
const maxAge = 3 * 86_400_000;
// The clocks of different machines differ slightly.
const tolerance = 60_000;

/** Issues a form token: the current time and a random number, signed. It has 40 characters. */
export function issueFormToken(key: KeyObject, now: number): string {
  const content = `${now.toString(36)}.${randomBytes(6).toString('base64url')}`;
  return `${content}.${sign(key, content)}`;
}

/** Checks a token's signature and age. */
export function checkFormToken(
  key: KeyObject,
  token: string | undefined,
  now: number,
): TokenFinding {
  if (!token) return 'no-token';
  const [moment = '', number = '', signature = ''] = token.split('.');
  if (!isSignature(key, `${moment}.${number}`, signature)) return 'forged-token';
  const age = now - parseInt(moment, 36);
  if (age < -tolerance) return 'forged-token';
  if (age < minAge) return 'too-fast';
  return age > maxAge ? 'old-token' : 'good';
}

export type TokenClaims = ReturnType<typeof createTokenClaims>;

/**
 * Remembers in Redis which enquiry used a token, until the token has expired. If Redis does not
 * answer, the token counts as unused.
 *
 * @param timeout milliseconds to wait for Redis.
 */
export function createTokenClaims(
  redis: RedisClient,
  { prefix, timeout }: { prefix: string; timeout: number },
) {
  const keyOf = (token: string) => `${prefix}:form-token:${token.slice(0, token.lastIndexOf('.'))}`;
  async function claim(token: string, enquiryId: string): Promise<boolean> {
    if (await redis.set(keyOf(token), enquiryId, 'PX', maxAge, 'NX')) return true;
    return (await redis.get(keyOf(token))) === enquiryId;
  }
  return {
    /** Claims a valid token for an enquiry. Resolves to false if another enquiry has used it. */
    claim: (token: string, enquiryId: string): Promise<boolean> =>
      withRedisTimeout(claim(token, enquiryId), timeout).catch(() => true),
    /** Lets another enquiry use a token, if the given enquiry claimed it. */
    async release(token: string, enquiryId: string): Promise<void> {
      await deleteIfEqual(redis, keyOf(token), enquiryId).catch(() => undefined);
    },
  };
}
