import type { KeyObject } from 'node:crypto';

import { isSignature, sign } from '../../platform/signature.ts';

/** What a token says about the time between opening the form and sending it. */
export type TokenFinding = 'good' | 'no-token' | 'forged-token' | 'old-token' | 'too-fast';

const minAge = 3_000;
// A form may stay open in a tab over a weekend.
const maxAge = 3 * 86_400_000;
// The clocks of several machines differ a little.
const tolerance = 60_000;

/** The current time, signed: about 30 opaque characters. */
export function issueFormToken(key: KeyObject, now: number): string {
  const moment = now.toString(36);
  return `${moment}.${sign(key, moment)}`;
}

/** Checks a token's signature and age. */
export function checkFormToken(
  key: KeyObject,
  token: string | undefined,
  now: number,
): TokenFinding {
  if (!token) return 'no-token';
  const [moment = '', signature = ''] = token.split('.');
  if (!isSignature(key, moment, signature)) return 'forged-token';
  const age = now - parseInt(moment, 36);
  if (age < -tolerance) return 'forged-token';
  if (age < minAge) return 'too-fast';
  return age > maxAge ? 'old-token' : 'good';
}
