import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * The address that a request came from, as Express finds it: the one that the outermost trusted
 * proxy saw.
 *
 * @param hops the number of trusted proxies.
 */
export function addressOf({ headers, socket }: IncomingMessage, hops: number): string | undefined {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const chain = [
    ...forwarded.map((address) => address.trim()).filter(Boolean),
    socket.remoteAddress,
  ];
  return chain[Math.max(0, chain.length - 1 - hops)];
}

/** Whether an address is that of the machine itself. */
export function isLoopback(given: string | undefined): boolean {
  const address = read(given);
  return typeof address !== 'string' && address.range() === 'loopback';
}

/**
 * The source that a rate limit counts: an IPv4 address, or the network of an IPv6 address. By
 * default the network is a /56, because one household can have all addresses of a /56.
 */
export function sourceOf(given: string | undefined, bits: 48 | 56 | 64 = 56): string {
  return describe(read(given), bits);
}

/**
 * The network of an address (/64 for IPv6) and, for IPv6, its site (/48). One customer can have all
 * 65 536 networks of a site.
 */
export function sourcesOf(given: string | undefined): { network: string; site?: string } {
  const address = read(given);
  const network = describe(address, 64);
  return address instanceof ipaddr.IPv6 ? { network, site: describe(address, 48) } : { network };
}

/** Parses an address. Returns it as text if it is not valid, or `unknown` if it is undefined. */
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

/** Removes the port, which some proxies add: `203.0.113.9:40001`, `[2001:db8::1]:40001`. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
}
