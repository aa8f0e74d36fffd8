import { expect, it } from 'vitest';

import { lineLength } from './line-length.ts';

it.each([
  ['Office', 6],
  ['Association Office', 11],
  ['The Office of the Association', 15],
  ['', 0],
])('the longer of at most two lines of %j has %i letters', (name, letters) => {
  expect(lineLength(name)).toBe(letters);
});
