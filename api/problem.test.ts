import { expect, it } from 'vitest';

import { fieldSentences, tooManyRequests } from './problem.ts';

it.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [90, '2 minutes'],
  [600, '10 minutes'],
])('says %i seconds as a person would', (seconds, words) => {
  expect(tooManyRequests(seconds).message).toContain(`try again in ${words}.`);
});

it('lists the fields in the order of the form, whatever the order of the errors', () => {
  expect(fieldSentences({ message: 'Too short', firstName: 'Missing' })).toEqual([
    'First Name: Missing.',
    'Message: Too short.',
  ]);
});
