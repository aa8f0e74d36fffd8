import { expect, it } from 'vitest';

import { containing } from './matching-text.ts';

it.each([
  ['Andre', 'André'],
  ['andré', 'ANDRE'],
  ['Helene', 'Hélène'],
  ['Zoe', 'Zoë'],
  ['ZOË', 'zoë'],
  ['Burger', 'Bûrger'],
  ['Burger', 'Bu\u0302rger'],
  ['Bûrger', 'BURGER'],
  ['naïve', 'naive'],
  ['môre', 'Môre'],
  ["d'oliveira", 'D’Oliveira'],
  ['second line', 'second\n  line'],
  ['3.5', 'at 3.5 %'],
  ['Йод', 'йод'],
  ['김', '김민준'],
  ['王小明', '王小明'],
  ['Nguyễn', 'Nguyễn'],
  ['𝒜', 'x𝒜'],
])('finds %j in %j', (text, where) => {
  expect(containing(text).test(where)).toBe(true);
});

it.each([
  ['3.5', '3x5'],
  ['.*', 'anything'],
  ['[a-z]', 'b'],
  ['Zoe', 'Zo'],
  ['Andre', 'Andries'],
])('does not find %j in %j', (text, where) => {
  expect(containing(text).test(where)).toBe(false);
});

it("never exceeds MongoDB's maximum pattern length", () => {
  expect(Buffer.byteLength(containing('e'.repeat(254)).source)).toBeLessThan(32_764);
});
