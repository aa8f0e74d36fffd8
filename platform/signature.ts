import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

/** Signs a text; the signature is 22 URL-safe characters. */
export function sign(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');
}

/** Verifies a text's signature in constant time. */
export function isSignature(key: KeyObject, text: string, signature: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(key, text))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
