import { expect, it } from 'vitest';

import { ageOf } from './EnquiryRow.tsx';

const now = Date.parse('2026-11-22T10:00:00Z');

it.each([
  ['2026-11-22T09:59:40Z', 'just now'],
  ['2026-11-22T10:00:30Z', 'just now'],
  ['2026-11-22T09:59:00Z', '1 minute ago'],
  ['2026-11-22T09:15:00Z', '45 minutes ago'],
  ['2026-11-22T08:00:00Z', '2 hours ago'],
  ['2026-11-21T22:30:00Z', '11 hours ago'],
  ['2026-11-21T21:30:00Z', 'yesterday'],
  ['2026-11-17T10:00:00Z', '5 days ago'],
  ['2026-11-01T10:00:00Z', '1 Nov'],
  ['2025-12-31T10:00:00Z', '31 Dec 2025'],
])('describes the age of an enquiry from %s as %j, in South African time', (iso, words) => {
  expect(ageOf(iso, now)).toBe(words);
});

it("says 'hours ago' rather than 'yesterday' just after midnight", () => {
  expect(ageOf('2026-11-21T21:00:00Z', Date.parse('2026-11-21T23:00:00Z'))).toBe('2 hours ago');
});
