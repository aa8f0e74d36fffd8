import fc from 'fast-check';
import { expect, it } from 'vitest';

import { balanceLines, fillLines, linesBeforeTurn, linesToBegin } from './set-text.ts';

const measure = (text: string) => text.length;
const texts = fc
  .array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 60 })
  .map((words) => words.join(' '));

it.each([fillLines, balanceLines])('keeps every word and the width (%o)', (breakText) => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 10, max: 80 }), (text, width) => {
      const lines = breakText(text, width, measure);
      expect(lines.join(' ')).toBe(text);
      expect(Math.max(...lines.map(measure))).toBeLessThanOrEqual(width);
    }),
  );
});

it('does not end a paragraph with a single word if avoidable', () => {
  const text = 'the register of members is kept here and there by us';
  expect(fillLines(text, 49, measure).at(-1)).toContain(' ');
});

it('balances the lines of a heading', () => {
  expect(balanceLines('Financial Accounting, Treasury, And Control', 36, measure)).toEqual([
    'Financial Accounting,',
    'Treasury, And Control',
  ]);
});

it('leaves at least two lines of a paragraph on each page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(50), (lines, fitting) => {
      const before = linesBeforeTurn(lines, fitting);
      expect(before).toBeLessThanOrEqual(fitting);
      const after = lines - before;
      if (before > 0 && after > 0) expect(Math.min(before, after)).toBeGreaterThanOrEqual(2);
      if (fitting >= linesToBegin(lines)) expect(before).toBeGreaterThan(0);
    }),
  );
});
