import { expect, it } from 'vitest';

import { problemFrom } from './problem-from.ts';
import { unavailable } from './problem.ts';

it('says nothing of an error that it does not know, and keeps it for the log', () => {
  const secret = new Error('thandiwe@example.org could not be stored');
  const problem = problemFrom(secret);
  expect(problem.status).toBe(500);
  expect(problem.message).toBe('Something went wrong on our side. Please try again later.');
  expect(problem.cause).toBe(secret);
});

it.each([undefined, null, 'text', { status: 418, type: 7 }])(
  'takes even %j for a fault',
  (thrown) => {
    expect(problemFrom(thrown).status).toBe(500);
  },
);

it('passes on what is a problem already', () => {
  const problem = unavailable('timed out');
  expect(problemFrom(problem)).toBe(problem);
});
