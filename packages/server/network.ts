import ipaddr from 'ipaddr.js';

/**
 * What a limit counts as one network: an IPv4 address, or the /64 of an IPv6 address; or its /56,
 * which one household can have to itself.
 */
export function networkOf(given = 'unknown', bits: 56 | 64 = 64): string {
  if (!ipaddr.isValid(given)) return given;
  const address = ipaddr.process(given);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const [first = 0, second = 0, third = 0, fourth = 0] = address.parts;
  const parts = [first, second, third, bits === 56 ? fourth & 0xff00 : fourth];
  return `${parts.map((part) => part.toString(16)).join(':')}::/${bits}`;
}
