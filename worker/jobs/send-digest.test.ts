import { expect, it } from 'vitest';

import { digestDay } from './send-digest.ts';

it.each([
  ['2026-11-23T05:29:59Z', '2026-11-22'],
  ['2026-11-23T05:30:00Z', '2026-11-23'],
  ['2026-11-23T21:59:59Z', '2026-11-23'],
  ['2026-11-23T22:00:00Z', '2026-11-23'],
  ['2027-01-01T00:00:00Z', '2026-12-31'],
])('at %s the digest of %s is due, if it is sent at 07:30 in South Africa', (now, day) => {
  expect(digestDay(Date.parse(now), '07:30')).toBe(day);
});
