import { expect, it } from 'vitest';

import { deriveKey, emailCounterName } from './email-counters.ts';

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
