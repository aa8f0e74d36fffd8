import { decode, encode } from 'dns-packet';
import { createSocket } from 'node:dgram';

import { podman, run } from './podman.ts';

const ourPort = 5301;
/** Milliseconds for a name that podman's own server has to ask others for. */
const patience = 10_000;

/**
 * Answers names in the networks of a project with their addresses in any order, as Docker does and
 * podman does not: what is addressed by one name would all go to the same container.
 *
 * @returns what looks for networks that have come, and what ends it
 */
export function shuffleNames(project: string) {
  const ends = new Map<string, () => void>();

  function serve(gateway: string): void {
    const socket = createSocket('udp4');
    socket.on('message', (query, { address, port }) => {
      const upstream = createSocket('udp4');
      const timer = setTimeout(() => upstream.close(), patience);
      upstream.once('message', (message) => {
        clearTimeout(timer);
        upstream.close();
        const answer = decode(message);
        answer.answers?.sort(() => Math.random() - 0.5);
        socket.send(encode(answer), port, address);
      });
      upstream.send(query, 53, gateway);
    });
    socket.bind(ourPort, gateway);
    const rule = ['PREROUTING', '--table', 'nat', '--destination', gateway, '--protocol', 'udp'];
    rule.push('--dport', '53', '--jump', 'REDIRECT', '--to-ports', `${ourPort}`);
    run('iptables', ['--insert', ...rule]);
    ends.set(gateway, () => {
      run('iptables', ['--delete', ...rule]);
      socket.close();
    });
  }

  return {
    look(): void {
      const listed = podman(['network', 'ls', '--quiet', '--filter', `name=${project}_`]);
      const names = listed.split('\n').filter(Boolean);
      if (names.length === 0) return;
      const networks = JSON.parse(podman(['network', 'inspect', ...names])) as {
        subnets: { gateway: string }[];
      }[];
      for (const { gateway } of networks.flatMap(({ subnets }) => subnets)) {
        if (!ends.has(gateway)) serve(gateway);
      }
    },
    end(): void {
      for (const end of ends.values()) end();
    },
  };
}
