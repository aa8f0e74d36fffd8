import { isIPv6 } from 'node:net';

/**
 * What counts as one source in the rate limit: an IPv4 address, or the /56 network that an IPv6
 * address is in, because a household or an office has at least that many addresses.
 */
export function sourceOf(given: string | undefined): string {
  if (given === undefined) return 'unknown';
  const address = withoutPort(given);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const groups = expand(address);
  const fourth = (groups[3] ?? 0) & 0xff00;
  return `${[...groups.slice(0, 3), fourth].map((group) => group.toString(16)).join(':')}::/56`;
}

/** Some proxies name the port too: `203.0.113.9:40001`, `[2001:db8::1]:40001`. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
}

function expand(address: string): number[] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group));
  const given = [...(before ?? []), ...(after ?? [])];
  const zeros = Array.from({ length: Math.max(0, 8 - given.length) }, () => '0');
  return [...(before ?? []), ...zeros, ...(after ?? [])].map((group) => parseInt(group, 16));
}
