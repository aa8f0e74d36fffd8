// For servers only: a browser has no node:crypto.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The key in Redis of the secret that an installation has made up for itself. */
export function installationSecretKey(queuePrefix: string): string {
  return `${queuePrefix}:form-secret`;
}

/** A key for one purpose, from the secret of an installation. */
export function deriveKey(secret: string, purpose: string): KeyObject {
  // Signing with bytes would import them anew each time, which takes longer than the signature.
  return createSecretKey(createHmac('sha256', secret).update(purpose).digest());
}

/**
 * What is counted for an email address: the enquiries that it has sent, and those that it has been
 * sent an acknowledgement of. Erasing finds all of them. `deriveKey` is told the name.
 */
export const emailCounters = ['rate-email', 'acknowledged'] as const;

export type EmailCounter = (typeof emailCounters)[number];

/** What the keys in Redis of a counter begin with. */
export function emailCounterPrefix(queuePrefix: string, counter: EmailCounter): string {
  return `${queuePrefix}:${counter}`;
}

/**
 * What stands for an address after that and a colon, the same for all addresses of one mailbox.
 * Nobody who sees it can find the address by trying, without the secret that Redis keeps.
 */
export function emailCounterName(key: KeyObject, email: string): string {
  return createHmac('sha256', key).update(mailboxOf(email)).digest('base64url');
}

/** The mailbox of an address in small letters, without what a sub-address adds (RFC 5233). */
export function mailboxOf(email: string): string {
  return email
    .trim()
    .toLowerCase()
    .replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
