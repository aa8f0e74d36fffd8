import ipaddr from 'ipaddr.js';

/** What counts as one network: an IPv4 address, or an IPv6 /64 or /56, which is one household's. */
export function networkOf(ip = 'unknown', bits: 56 | 64 = 64): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const [first = 0, second = 0, third = 0, fourth = 0] = address.parts;
  const parts = [first, second, third, bits === 56 ? fourth & 0xff00 : fourth];
  return `${parts.map((part) => part.toString(16)).join(':')}::/${bits}`;
}
