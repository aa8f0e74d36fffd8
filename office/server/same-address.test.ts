import { expect, it } from 'vitest';

import { mentionsAddress, sameAddress } from './same-address.ts';

it('compares addresses regardless of case', () => {
  expect(sameAddress('Thandiwe@Example.org ', 'thandiwe@example.org')).toBe(true);
  expect(sameAddress('thandiwe@example.org', 'thandiwe@example.org.za')).toBe(false);
});

it.each([
  'To: thandiwe@example.org',
  '"Thandiwe" <THANDIWE@example.org>',
  'Write to thandiwe@example.org.',
  'thandiwe@example.org, or call',
])('finds the address in %j', (text) => {
  expect(mentionsAddress(text, 'thandiwe@example.org')).toBe(true);
});

it.each([
  'lthandiwe@example.org',
  'thandiwe@example.org.za',
  'thandiwe@example-org',
  'x+thandiwe@example.org',
  'r&thandiwe@example.org',
])('does not find the address in %j', (text) => {
  expect(mentionsAddress(text, 'thandiwe@example.org')).toBe(false);
});

it('searches each string of an object separately', () => {
  const data = { form: { message: 'Ask her:\nthandiwe@example.org', count: 1 }, none: null };
  expect(mentionsAddress(data, 'Thandiwe@example.org')).toBe(true);
  expect(mentionsAddress(data, 'her@example.org')).toBe(false);
});
