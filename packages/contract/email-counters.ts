// For servers only: a browser has no node:crypto.
import { createHash } from 'node:crypto';

import { mailboxOf } from './email-address.ts';

/**
 * The Redis key that counts the acknowledgements of a day to a mailbox. It holds no address, and is
 * the same for all spellings. Deleting a person's data deletes it.
 */
export function acknowledgedKey(queuePrefix: string, email: string): string {
  const name = createHash('sha256').update(mailboxOf(email)).digest('base64url');
  return `${queuePrefix}:acknowledged:${name}`;
}
