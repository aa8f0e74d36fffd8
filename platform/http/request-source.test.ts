import { expect, it } from 'vitest';

import { sourceOf } from './request-source.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:40001', '203.0.113.7'],
  ['[2001:db8::1]:40001', '2001:db8::/56'],
  ['[2001:db8::1]', '2001:db8::/56'],
  ['::1', '::/56'],
  ['2001:db8::1', '2001:db8::/56'],
  ['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:200::/56'],
  ['2001:0DB8:0001:02aa::', '2001:db8:1:200::/56'],
  ['fe80::1%eth0', 'fe80::/56'],
  ['_hidden', '_hidden'],
  [undefined, 'unknown'],
])('counts %s as %s', (address, source) => {
  expect(sourceOf(address)).toBe(source);
});

it('tells the next network apart', () => {
  expect(sourceOf('2001:db8:1:2ff::1')).not.toBe(sourceOf('2001:db8:1:300::1'));
});
