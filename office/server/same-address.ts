import { createHash } from 'node:crypto';

/** Whether two email addresses are the same to whoever reads them, whatever their case. */
export function sameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Whether a text, or a text in an object, has the address in it, and not in a longer one. */
export function mentionsAddress(value: unknown, address: string): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some((part) => mentionsAddress(part, address));
  }
  if (typeof value !== 'string') return false;
  const plain = address.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // What else an address may begin with, such as a quote, more often stands before one.
  return new RegExp(`(?<![\\w.+&#$^~-])${plain}(?![\\w-]|\\.\\w)`, 'i').test(value);
}

/**
 * What stands for an address or a username in the name of a key: 64 hexadecimal digits, the same
 * whatever the case. Erasing finds the keys of an address by it.
 */
export function hashPersonal(text: string): string {
  return createHash('sha256').update(text.trim().toLowerCase()).digest('hex');
}
