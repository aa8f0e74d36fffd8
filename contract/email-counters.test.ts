import { expect, it } from 'vitest';

import { deriveKey, emailCounterName, mailboxOf } from './email-counters.ts';

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

it('gives all addresses of a mailbox the same counter name, which differs per purpose', () => {
  const [rate, acknowledged] = ['rate-email', 'acknowledged'].map((counter) =>
    deriveKey('a secret', counter),
  );
  if (!rate || !acknowledged) throw new Error('There are two.');
  const name = emailCounterName(rate, 'name@example.org');
  expect(emailCounterName(rate, 'Name+1@example.org')).toBe(name);
  expect(emailCounterName(rate, 'name1@example.org')).not.toBe(name);
  expect(emailCounterName(acknowledged, 'name@example.org')).not.toBe(name);
});
