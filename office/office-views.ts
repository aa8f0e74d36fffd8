import * as z from 'zod/mini';

import { emailAddress, readEmailAddress } from '#contract/email-address.ts';

/** Schemas that several files `api.ts` need. */

export const moment = z.iso.datetime();
export const count = z.number();
export const id = z.uuid();
export function line(min: number, max: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`),
      z.maxLength(max, `must be at most ${max} characters long`),
      z.regex(/^\P{Cc}*$/u, 'must be a single line of text'),
    );
}

export const search = line(0, 200);
export const email = z
  .string()
  .check(z.overwrite(readEmailAddress), z.regex(emailAddress, 'must be an email address'));
