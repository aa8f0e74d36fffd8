import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';

/** Connections that send one byte of a body and no more, from a separate process or container. */
export interface SlowLoad {
  url: string;
  connections: number;
  /** The number of networks in X-Forwarded-For headers; without it, the header is not sent. */
  networks?: number;
  seconds: number;
}

/** The highest number of open connections, and the number of responses by status. */
export interface SlowResult {
  most: number;
  statuses: Record<string, number>;
}

const load = JSON.parse(process.env.LOAD ?? '{}') as SlowLoad;
const { url, connections, networks = 0, seconds } = load;
const { hostname: host, port, protocol, pathname } = new URL(url);
// The containers' web server has a certificate for this name only.
const tls = { servername: 'localhost', rejectUnauthorized: false };
const name = protocol === 'https:' ? tls.servername : `${host}:${port}`;
const result: SlowResult = { most: 0, statuses: {} };
let open = 0;
let isOver = false;

/** Opens a connection, and another one a second after the server has closed it. */
function send(number: number): void {
  const network = number % (networks || 1);
  const from = networks ? `X-Forwarded-For: 10.8.${network >> 8}.${network & 255}\r\n` : '';
  const socket =
    protocol === 'https:'
      ? connectSecurely({ host, port: Number(port || 443), ...tls })
      : connect(Number(port), host);
  socket.once('connect', () => {
    open += 1;
    result.most = Math.max(result.most, open);
    socket.once('close', () => (open -= 1));
  });
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: ${name}\r\nOrigin: ${protocol}//${name}\r\n${from}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  );
  socket.once('data', (data: Buffer) => {
    const status = data.toString('latin1').split(' ')[1] ?? '';
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
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
console.log(JSON.stringify(result));
if (process.send) process.send(result, () => process.exit(0));
else process.exit(0);
