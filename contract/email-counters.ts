// For servers only: a browser has no node:crypto.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

import { mailboxOf } from './email-address.ts';

/** The Redis key of the secret that the installation generated. */
export function installationSecretKey(queuePrefix: string): string {
  return `${queuePrefix}:form-secret`;
}

/** Derives a key for one purpose from the installation's secret. */
export function deriveKey(secret: string, purpose: string): KeyObject {
  // A key object, because signing with raw bytes would import them on every call. That takes longer
  // than the signature itself.
  return createSecretKey(createHmac('sha256', secret).update(purpose).digest());
}

/**
 * Counters per email address: acknowledgements received. Deleting a person's data deletes these
 * counters. Each name is also the purpose given to `deriveKey`.
 */
export const emailCounters = ['acknowledgements'] as const;

export type EmailCounter = (typeof emailCounters)[number];

/** The Redis key prefix of a counter. */
export function emailCounterPrefix(queuePrefix: string, counter: EmailCounter): string {
  return `${queuePrefix}:${counter}`;
}

/**
 * The part of a counter's Redis key after the prefix: a keyed hash that is the same for all
 * addresses of one mailbox. Without the secret, the address cannot be guessed from this hash.
 */
export function emailCounterName(key: KeyObject, email: string): string {
  return createHmac('sha256', key).update(mailboxOf(email)).digest('base64url');
}
