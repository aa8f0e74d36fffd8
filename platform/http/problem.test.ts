import { expect, it } from 'vitest';

import { Problem, problemFrom, tryAgainLater } from './problem.ts';

it.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [90, '2 minutes'],
  [600, '10 minutes'],
])('rounds %i seconds to a natural unit', (seconds, words) => {
  const { message, headers } = tryAgainLater(429, 'Too many requests.', seconds);
  expect(message).toBe(`Too many requests. Please try again in ${words}.`);
  expect(headers).toEqual({ 'Retry-After': String(seconds) });
});

it('hides the details of an unknown error but keeps it for the log', () => {
  const secret = new Error('thandiwe@example.org could not be stored');
  const problem = problemFrom(secret);
  expect(problem.status).toBe(500);
  expect(problem.message).toBe('Something went wrong on our side. Please try again later.');
  expect(problem.cause).toBe(secret);
});

it.each([undefined, null, 'text', { status: 418, type: 7 }])(
  'treats a thrown %j as an internal error',
  (thrown) => {
    expect(problemFrom(thrown).status).toBe(500);
  },
);

it('passes on a Problem unchanged', () => {
  const problem = new Problem(503, 'Not now.', { reason: 'timed out' });
  expect(problemFrom(problem)).toBe(problem);
});
