import { createHash } from 'node:crypto';

/** Whether two email addresses are the same, regardless of case and surrounding spaces. */
export function sameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/**
 * Whether a string, or a string within an object, contains the address, but not as part of a longer
 * address.
 */
export function mentionsAddress(value: unknown, address: string): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some((part) => mentionsAddress(part, address));
  }
  if (typeof value !== 'string') return false;
  const plain = address.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Other characters, such as a quotation mark, can begin an address but usually only precede it.
  return new RegExp(`(?<![\\w.+&#$^~-])${plain}(?![\\w-]|\\.\\w)`, 'i').test(value);
}

/**
 * The SHA-256 hash, in 64 hexadecimal digits, of an address or a username, regardless of its case.
 * The names of Redis keys contain it, so that a person's keys can be found when their data is
 * deleted.
 */
export function hashPersonal(text: string): string {
  return createHash('sha256').update(text.trim().toLowerCase()).digest('hex');
}
