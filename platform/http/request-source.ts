import ipaddr from 'ipaddr.js';

/**
 * What counts as one source in a limit: an IPv4 address, or the /56 network that an IPv6 address is
 * in, because a household or an office has at least that many addresses.
 */
export function sourceOf(given: string | undefined): string {
  if (given === undefined) return 'unknown';
  const [address = ''] = withoutPort(given).split('%');
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts;
  const network = new ipaddr.IPv6([first, second, third, fourth & 0xff00, 0, 0, 0, 0]);
  return `${network.toString()}/56`;
}

/** Some proxies name the port too: `203.0.113.9:40001`, `[2001:db8::1]:40001`. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
}
