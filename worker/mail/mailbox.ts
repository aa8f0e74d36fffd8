import * as z from 'zod';

import { emailAddress } from '../../contract/email-address.ts';

/** An e-mail address with the name of whoever reads it. */
export interface Mailbox {
  name: string;
  address: string;
}

const wanted = 'must be an address such as office@example.co.za or Office <office@example.co.za>';
const withName = /^\s*(?:"?([^"<>\p{Cc}]*?)"?\s*<)?([^\s<>",]+@[^\s<>",]+)>?\s*$/u;

/** One mailbox: a plain address, or a name with the address between angle brackets. */
export const mailbox = z.string().transform((value, context): Mailbox => {
  const found = parseMailbox(value);
  if (found) return found;
  context.addIssue({ code: 'custom', message: wanted });
  return z.NEVER;
});

/** Several mailboxes separated by commas. */
export const mailboxes = z.string().transform((value, context): Mailbox[] => {
  const found = value.split(',').map(parseMailbox);
  const complete = found.filter((entry) => entry !== undefined);
  if (complete.length === found.length) return complete;
  context.addIssue({ code: 'custom', message: `each ${wanted}` });
  return z.NEVER;
});

function parseMailbox(value: string): Mailbox | undefined {
  const [, name = '', address = ''] = withName.exec(value) ?? [];
  return emailAddress.test(address) ? { name, address } : undefined;
}
