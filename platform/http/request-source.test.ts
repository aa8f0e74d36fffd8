import { expect, it } from 'vitest';

import { sourceOf, sourcesOf } from './request-source.ts';

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

it('distinguishes neighbouring networks', () => {
  expect(sourceOf('2001:db8:1:2ff::1')).not.toBe(sourceOf('2001:db8:1:300::1'));
});

it.each([
  ['203.0.113.7', { network: '203.0.113.7' }],
  ['::ffff:203.0.113.7', { network: '203.0.113.7' }],
  ['2001:db8:1:2ff:3:4:5:6', { network: '2001:db8:1:2ff::/64', site: '2001:db8:1::/48' }],
  ['2001:db8:ffff:ffff::', { network: '2001:db8:ffff:ffff::/64', site: '2001:db8:ffff::/48' }],
  [undefined, { network: 'unknown' }],
])('finds the network of %s, and its site for IPv6', (address, sources) => {
  expect(sourcesOf(address)).toEqual(sources);
});
