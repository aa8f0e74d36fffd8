// For servers only: a browser has no node:crypto.
import { createHash } from 'node:crypto';

import { mailboxOf } from './email-address.ts';

/** Counts a day's acknowledgements to a mailbox, without its address. Erasure deletes it. */
export function acknowledgedKey(queuePrefix: string, email: string): string {
  const name = createHash('sha256').update(mailboxOf(email)).digest('base64url');
  return `${queuePrefix}:acknowledged:${name}`;
}
