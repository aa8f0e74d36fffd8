import { expect, it } from 'vitest';

import { screeningSchema } from './screening.ts';

const read = (screening: object) => screeningSchema.parse({ score: 5, ...screening });

it('reads the verdict of a queued enquiry', () => {
  const screening = { verdict: 'marked', score: 2, reasons: ['contains a link'] };
  expect(screeningSchema.parse(screening)).toEqual(screening);
});

it('reads what the last release queued, and hides no enquiry because of a guess', () => {
  const guesses = ['offers search engine optimisation', 'contains a link in HTML'];
  expect(read({ quarantined: false, reasons: guesses }).verdict).toBe('clean');
  expect(read({ quarantined: true, reasons: guesses }).verdict).toBe('marked');
  expect(read({ quarantined: true, reasons: guesses })).not.toHaveProperty('quarantined');
});

it.each([
  'has text in a hidden field',
  'filled-trap',
  'comes from the blocked domain junk.example',
  'mentions the blocked domain junk.example',
  'contains the blocked phrase “guest post”',
])('keeps what a fact hid in the last release hidden: %s', (reason) => {
  expect(read({ quarantined: true, reasons: ['contains a link', reason] }).verdict).toBe('hidden');
});
