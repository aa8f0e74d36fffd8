import { expect, it } from 'vitest';

import { mailbox, mailboxes, smtpAddress } from './mail.ts';

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

it.each([
  ['smtp://mail.example.co.za', false],
  ['smtp://user:secret@mail.example.co.za', true],
  ['smtp://user:secret@mail.example.co.za?ignoreTLS=true', false],
  ['smtp://mail.example.co.za?requireTLS=true', true],
  ['smtp://user:secret@127.0.0.1:2525', false],
  ['smtp://user:secret@[::1]:2525', false],
  ['smtp://user:secret@localhost', false],
  ['smtp://user:secret@127.0.0.1.example.org', true],
])('%s requires STARTTLS: %s', (url, requireTLS) => {
  expect(smtpAddress(url)).toMatchObject({
    ...{ secure: false, requireTLS, ignoreTLS: url.includes('ignoreTLS') },
  });
});
