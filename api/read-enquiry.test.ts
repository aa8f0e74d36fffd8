import { expect, it } from 'vitest';

import { fieldSentences } from './read-enquiry.ts';

it('lists the fields in the order of the form, whatever the order of the errors', () => {
  expect(fieldSentences({ message: 'Too short', firstName: 'Missing' })).toEqual([
    'First Name: Missing.',
    'Message: Too short.',
  ]);
});
