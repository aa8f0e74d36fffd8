import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Connections that send one byte of a body. */
export interface SlowLoad {
  /** Addresses to post to, in turn. */
  urls: string[];
  connections: number;
  /** The number of networks that they come from. */
  networks: number;
  seconds: number;
}

/** What became of them: responses by status, and connections that were open at most. */
export interface SlowResult {
  statuses: Record<string, number>;
  most: number;
}

const { urls, connections, networks, seconds } = JSON.parse(process.env.LOAD ?? '{}') as SlowLoad;
const statuses: Record<string, number> = {};
let open = 0;
let most = 0;
let isOver = false;

/** Connects again a second after the server has hung up. */
function send(number: number): void {
  const { hostname, port, host, pathname } = new URL(urls[number % urls.length] ?? '');
  const network = number % networks;
  const from = `10.8.${network >> 8}.${network & 255}`;
  const socket = connect(Number(port), hostname);
  open += 1;
  most = Math.max(most, open);
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  );
  socket.once('data', (data) => {
    const status = data.toString('latin1').split(' ')[1] ?? '';
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    open -= 1;
    if (!isOver) setTimeout(send, 1_000, number);
  });
}

process.once('disconnect', () => process.exit(1));
for (let number = 0; number < connections; number += 1) {
  send(number);
  if (number % 100 === 99) await sleep(20);
}
await sleep(seconds * 1_000);
isOver = true;
process.send?.({ statuses, most } satisfies SlowResult, () => process.exit(0));
