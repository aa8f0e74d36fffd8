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

/** What `deriveKey` is told for the names of the counters. */
export const emailCounterPurpose = 'rate-email';

/** What the keys in Redis begin with that count the enquiries of an e-mail address. */
export function emailCounterPrefix(queuePrefix: string): string {
  return `${queuePrefix}:rate-email`;
}

/**
 * What stands for an address after that, the same whatever its case. Nobody who sees it can find
 * the address by trying, without the secret that Redis keeps.
 */
export function emailCounterName(key: KeyObject, email: string): string {
  return createHmac('sha256', key).update(email.trim().toLowerCase()).digest('base64url');
}
