import { expect, it } from 'vitest';

import { lineLength } from './line-length.ts';

it.each([
  ['Office', 6],
  ['Association Office', 11],
  ['The Office of the Association', 15],
  ['', 0],
])('%j on two lines has %i letters in the longer one', (name, letters) => {
  expect(lineLength(name)).toBe(letters);
});
