import { expect, it } from 'vitest';

import { tryAgainLater } from './http.ts';

it.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [90, '2 minutes'],
  [600, '10 minutes'],
])('rounds %i seconds to a natural unit', (seconds, words) => {
  const { message, options } = tryAgainLater(429, 'Too many requests.', seconds);
  expect(message).toBe(`Too many requests. Please try again in ${words}.`);
  expect(options.headers).toEqual({ 'Retry-After': String(seconds) });
});
