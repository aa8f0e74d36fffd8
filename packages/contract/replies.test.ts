import { expect, it } from 'vitest';

import { fillTemplate, greetingTo, unknownField } from './replies.ts';
import { quoted } from './reply-quotes.ts';

it('fills in the fields of a template, and leaves other braces alone', () => {
  const enquiry = { firstName: 'Zoë {reference}', reference: '7F3K-92QD' };
  expect(fillTemplate('Dear {First Name}: {reference}, {x}', enquiry)).toBe(
    'Dear Zoë {reference}: 7F3K-92QD, {x}',
  );
});

it('greets without the marks that turn the direction of a text', () => {
  expect(greetingTo({ firstName: 'Naledi\u202E' })).toBe('Dear Naledi,\n\n');
});

it('finds the first text in braces that is not a field', () => {
  expect(unknownField('Dear {first name} ({reference})')).toBeUndefined();
  expect(unknownField('Dear {first name} {surname}')).toBe('surname');
  expect(unknownField('Dear {toString}')).toBe('toString');
});

it('quotes every line', () => {
  expect(quoted('One\n\nTwo')).toBe('> One\n> \n> Two');
});
