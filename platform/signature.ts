import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

/** A signature of a text in 22 characters that may stand in an address. */
export function sign(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');
}

/** Whether a signature is the one of a text, in a time that tells nothing of the right one. */
export function isSignature(key: KeyObject, text: string, signature: string): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(key, text))];
  return given.length === right.length && timingSafeEqual(given, right);
}
