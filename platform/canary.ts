import type { KeyObject } from 'node:crypto';

import type { ContactForm } from '../contract/contact-form.ts';
import { isSignature, sign } from './installation-secret.ts';

/** The request header that marks a canary. If the mark is valid, the response has it too. */
export const canaryHeader = 'Canary';

/** The purpose of the key that signs marks; see `keyFor`. */
export const canaryPurpose = 'canary';

/** Milliseconds for which a mark is valid; enough for clocks that differ slightly. */
const validFor = 120_000;

/** The test enquiry, which contains no personal data. */
export function canaryForm(id: string): ContactForm {
  return {
    firstName: 'Canary',
    lastName: 'Canary',
    email: 'canary@example.com',
    organisation: 'Canary',
    message: `The system sent this to itself. (${id})`,
  };
}

/** The signed value of the header. `id` is a UUID. */
export function markCanary(key: KeyObject, id: string, now: number): string {
  const marked = `${id}.${now.toString(36)}`;
  return `${marked}.${sign(key, marked)}`;
}

/** The canary's id in a mark; undefined if the mark is forged or expired. */
export function readCanaryMark(key: KeyObject, mark: string, now: number): string | undefined {
  const [id = '', moment = '', signature = '', more] = mark.split('.');
  if (more !== undefined || !isSignature(key, `${id}.${moment}`, signature)) return undefined;
  return Math.abs(now - parseInt(moment, 36)) <= validFor ? id : undefined;
}
