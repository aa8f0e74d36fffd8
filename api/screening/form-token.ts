import type { KeyObject } from 'node:crypto';

import { isSignature, sign } from '../../platform/signature.ts';

/** What a token tells of the time between meeting the form and sending it. */
export type TokenFinding = 'good' | 'no-token' | 'forged-token' | 'old-token' | 'too-fast';

const quickest = 3_000;
// A form may stand open in a tab over a weekend.
const oldest = 3 * 86_400_000;
// The clocks of several machines differ a little.
const tolerance = 60_000;

/** The moment, signed, in 30 characters that mean nothing to whoever passes them on. */
export function issueFormToken(key: KeyObject, now: number): string {
  const moment = now.toString(36);
  return `${moment}.${sign(key, moment)}`;
}

/** What a token is worth at the given moment. */
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
  if (age < quickest) return 'too-fast';
  return age > oldest ? 'old-token' : 'good';
}
