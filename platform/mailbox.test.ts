import { expect, it } from 'vitest';

import { mailbox, mailboxes } from './mailbox.ts';

it.each([
  ['office@example.co.za', { name: '', address: 'office@example.co.za' }],
  ['Office <office@example.co.za>', { name: 'Office', address: 'office@example.co.za' }],
  ['"The Office" <office@example.co.za>', { name: 'The Office', address: 'office@example.co.za' }],
])('reads %s', (value, expected) => {
  expect(mailbox.parse(value)).toEqual(expected);
});

it('reads a comma-separated list', () => {
  expect(mailboxes.parse('a@example.org, B <b@example.org>')).toEqual([
    { name: '', address: 'a@example.org' },
    { name: 'B', address: 'b@example.org' },
  ]);
});

it.each(['', 'office', 'a@example.org, b', 'Office <office@>', 'a@b.org\r\nBcc: c@d.org'])(
  'refuses %j',
  (value) => {
    expect(mailbox.safeParse(value).success).toBe(false);
    expect(mailboxes.safeParse(value).success).toBe(false);
  },
);
