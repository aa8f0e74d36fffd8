import { expect, it } from 'vitest';

import { addMonths } from './submissions.ts';

it.each([
  ['2024-06-03T08:15:00.000Z', 24, '2026-06-03T08:15:00.000Z'],
  ['2024-02-29T23:59:59.999Z', 12, '2025-02-28T23:59:59.999Z'],
  ['2025-01-31T00:00:00.000Z', 1, '2025-02-28T00:00:00.000Z'],
  ['2025-12-15T00:00:00.000Z', 1, '2026-01-15T00:00:00.000Z'],
])('%s plus %i months is %s', (date, months, later) => {
  expect(addMonths(new Date(date), months).toISOString()).toBe(later);
});
