import ipaddr from 'ipaddr.js';

/**
 * What counts as one source in a limit: an IPv4 address, or the network that an IPv6 address is in:
 * its first 56 bits, unless told otherwise, because a household has at least that many addresses.
 */
export function sourceOf(given: string | undefined, bits: 48 | 56 | 64 = 56): string {
  return describe(read(given), bits);
}

/**
 * The sources that a limit counts one by one: the narrowest that somebody has to themselves, and
 * for IPv6 the site that it is part of, of which one customer may have all 65 536 networks.
 */
export function sourcesOf(given: string | undefined): { network: string; site?: string } {
  const address = read(given);
  const network = describe(address, 64);
  return address instanceof ipaddr.IPv6 ? { network, site: describe(address, 48) } : { network };
}

/** An address, or what was given in the place of one. */
function read(given: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | string {
  if (given === undefined) return 'unknown';
  const [address = ''] = withoutPort(given).split('%');
  return ipaddr.isValid(address) ? ipaddr.process(address) : address;
}

function describe(address: ReturnType<typeof read>, bits: number): string {
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.map((part, index) => {
    const dropped = Math.min(16, Math.max(0, 16 * (index + 1) - bits));
    return part & (0xffff << dropped);
  });
  return `${new ipaddr.IPv6(network).toString()}/${bits}`;
}

/** Some proxies name the port too: `203.0.113.9:40001`, `[2001:db8::1]:40001`. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
}
