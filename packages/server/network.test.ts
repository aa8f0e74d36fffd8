import { expect, it } from 'vitest';

import { networkOf } from './network.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:2ff::/64'],
  ['2001:0DB8:0001:02ff::', '2001:db8:1:2ff::/64'],
  ['_hidden', '_hidden'],
  [undefined, 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('counts the /56 of a household as one network, if asked to', () => {
  expect(networkOf('2001:db8:1:2ff:3:4:5:6', 56)).toBe('2001:db8:1:200::/56');
});
