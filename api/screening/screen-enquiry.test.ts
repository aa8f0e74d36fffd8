import { describe, expect, it } from 'vitest';

import { createEnquiry } from '../../testing/enquiry.ts';
import { honest, spam } from '../../testing/example-enquiries.ts';
import { quarantineScore, screenEnquiry, weights } from './screen-enquiry.ts';

const base = createEnquiry();
const person = { trapFilled: false, token: 'good' } as const;

describe('an honest enquiry is not kept back', () => {
  it.each(Object.entries(honest))('%s', (_what, change) => {
    const form = { ...base, ...change };
    expect(screenEnquiry(form, person)).toMatchObject({ quarantined: false });
    // A visitor without JavaScript has no token.
    expect(screenEnquiry(form, { ...person, token: 'no-token' }).quarantined).toBe(false);
  });

  it('however it was filled in, as long as the trap was not', () => {
    for (const token of ['no-token', 'forged-token', 'old-token', 'too-fast'] as const) {
      expect(screenEnquiry(base, { ...person, token })).toEqual({
        score: weights[token],
        reasons: [token],
        quarantined: false,
      });
    }
  });
});

it('words of two kinds of spam are not enough where a person filled in the form', () => {
  const message = 'Our fund traces the next of kin of members who had a passive income from us.';
  expect(screenEnquiry({ ...base, message }, person)).toMatchObject({
    reasons: ['several-spam-offers'],
    quarantined: false,
  });
});

describe('spam is kept back', () => {
  it.each(Object.entries(spam))('%s', (_what, change) => {
    const form = { ...base, ...change };
    expect(screenEnquiry(form, { ...person, token: 'no-token' })).toMatchObject({
      quarantined: true,
    });
  });

  it('when it filled in what no person meets', () => {
    const { quarantined, reasons } = screenEnquiry(base, { trapFilled: true, token: 'good' });
    expect([quarantined, reasons]).toEqual([true, ['filled-trap']]);
  });
});

it('gives reasons that are codes of the table and hold nothing of what was typed', () => {
  for (const change of Object.values(spam)) {
    const { score, reasons } = screenEnquiry({ ...base, ...change }, person);
    const known: Record<string, number> = weights;
    expect(reasons.every((reason) => reason in weights)).toBe(true);
    expect(score).toBe(reasons.reduce((sum, reason) => sum + (known[reason] ?? NaN), 0));
  }
});

it('never lets the speed and the lack of one link alone reach the score', () => {
  expect(weights['too-fast'] + weights['several-links']).toBeLessThan(quarantineScore);
});

it('takes the longest message in a few milliseconds, whatever is in it', () => {
  const started = performance.now();
  for (const part of ['www.', '<a ', '[url', 'https://a.', 'million dollars ', 'aA', '\u200b']) {
    screenEnquiry({ ...base, message: part.repeat(5_000).slice(0, 5_000) }, person);
  }
  expect(performance.now() - started).toBeLessThan(1_500);
});
