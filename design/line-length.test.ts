import { expect, it } from 'vitest';

import { lineLength } from './line-length.ts';

it.each([
  ['Office', 6],
  ['Association Office', 11],
  ['The Office of the Association', 15],
  ['', 0],
])('%j, set on at most two lines, has a longest line of %i characters', (name, letters) => {
  expect(lineLength(name)).toBe(letters);
});
