// Answers DNS queries in a project's networks with the addresses in random order, as Docker does.
// With podman's fixed order, all requests to a name would go to the same container. Runs as a
// separate process, which exits with its parent.
import { decode, encode, RECURSION_AVAILABLE, RECURSION_DESIRED } from 'dns-packet';
import { createSocket } from 'node:dgram';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { run } from './podman.ts';

const ourPort = 5301;
/** The files of podman's name server: one per network, with a line per container. */
const folder = '/run/containers/networks/aardvark-dns';
const unknownName = 3;

const [project = ''] = process.argv.slice(2);
const ends = new Map<string, () => void>();

function readNetworks() {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .filter((file) => file.startsWith(`${project}_`))
    .map((file) => {
      const [gateway = '', ...lines] = readFileSync(join(folder, file), 'utf8').split('\n');
      const containers = lines.filter(Boolean).map((line) => {
        const [id = '', address = '', , names = ''] = line.split(' ');
        return { id, address, names: names.split(',') };
      });
      return { gateway, containers };
    });
}

/** The addresses of a name in the client's networks. */
function lookUp(name: string, client: string): string[] {
  const networks = readNetworks().map(({ containers }) => containers);
  const [asking] = networks.flat().filter(({ address }) => address === client);
  return networks
    .filter((containers) => containers.some(({ id }) => id === asking?.id))
    .flatMap((containers) => containers.filter(({ names }) => names.includes(name)))
    .map(({ address }) => address)
    .sort(() => Math.random() - 0.5);
}

function serve(gateway: string): void {
  const socket = createSocket('udp4');
  socket.on('message', (query, { address: client, port }) => {
    const { id, questions = [] } = decode(query);
    const [{ name, type } = { name: '', type: 'A' }] = questions;
    const addresses = lookUp(name.toLowerCase().replace(/\.dns\.podman$/, ''), client);
    const flags = RECURSION_DESIRED | RECURSION_AVAILABLE;
    const answers = addresses.map((data) => ({ type: 'A' as const, name, ttl: 0, data }));
    const answer = encode({
      type: 'response',
      ...(id !== undefined && { id }),
      flags: addresses.length > 0 ? flags : flags | unknownName,
      questions,
      answers: type === 'A' ? answers : [],
    });
    socket.send(answer, port, client);
  });
  const rule = ['PREROUTING', '--table', 'nat', '--destination', gateway, '--protocol', 'udp'];
  rule.push('--dport', '53', '--jump', 'REDIRECT', '--to-ports', `${ourPort}`);
  ends.set(gateway, () => socket.close());
  // If the network is not up yet, the interval below tries again.
  socket.once('error', () => ends.delete(gateway));
  socket.bind(ourPort, gateway, () => {
    run('iptables', ['--insert', ...rule]);
    ends.set(gateway, () => {
      run('iptables', ['--delete', ...rule]);
      socket.close();
    });
  });
}

setInterval(() => {
  for (const { gateway } of readNetworks()) if (!ends.has(gateway)) serve(gateway);
}, 500);
process.once('disconnect', () => {
  for (const end of ends.values()) end();
  process.exit(0);
});
