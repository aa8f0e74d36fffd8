import { createHash } from 'node:crypto';

/**
 * What stands for an address or a username in the name of a key: 64 hexadecimal digits, the same
 * whatever the case. Erasing finds the keys of an address by it.
 */
export function hashPersonal(text: string): string {
  return createHash('sha256').update(text.trim().toLowerCase()).digest('hex');
}
