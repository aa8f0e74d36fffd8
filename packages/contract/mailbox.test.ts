import { expect, it } from 'vitest';

import { mailboxOf } from './email-address.ts';

it.each([
  ['name@example.org', 'name@example.org'],
  [' Name@Example.ORG ', 'name@example.org'],
  ['name+1@example.org', 'name@example.org'],
  ['NAME+a+b@example.org', 'name@example.org'],
  ['na.me+@example.org', 'na.me@example.org'],
  ['Na.Me+1@gmail.com', 'name@gmail.com'],
  ['n.a.m.e@GoogleMail.com', 'name@gmail.com'],
  // A plus sign with nothing before it does not start a sub-address.
  ['+1@example.org', '+1@example.org'],
])('maps %s to the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
