import type { KeyObject } from 'node:crypto';

import type { ContactForm } from '../contract/contact-form.ts';
import { isSignature, sign } from './signature.ts';

/**
 * The header by which a request says that it is the canary's. An API that has recognised it answers
 * with the same header.
 */
export const canaryHeader = 'Canary';

/** What the key is for that the mark is signed with, of the secret that Redis keeps. */
export const canaryPurpose = 'canary';

/** Milliseconds for which a mark is good, by clocks that may differ a little. */
const goodFor = 120_000;

/** The enquiry that the system sends to itself: nothing of it is anybody's. */
export function canaryForm(id: string): ContactForm {
  return {
    firstName: 'Canary',
    lastName: 'Canary',
    email: 'canary@example.com',
    organisation: 'Canary',
    message: `The system sent this to itself. (${id})`,
  };
}

/** The value of the header, which only a process that knows the key can make. `id` is a UUID. */
export function markCanary(key: KeyObject, id: string, now: number): string {
  const marked = `${id}.${now.toString(36)}`;
  return `${marked}.${sign(key, marked)}`;
}

/** The id of the canary that a header marks; undefined for one that is forged or too old. */
export function readCanaryMark(key: KeyObject, mark: string, now: number): string | undefined {
  const [id = '', moment = '', signature = '', more] = mark.split('.');
  if (more !== undefined || !isSignature(key, `${id}.${moment}`, signature)) return undefined;
  return Math.abs(now - parseInt(moment, 36)) <= goodFor ? id : undefined;
}
