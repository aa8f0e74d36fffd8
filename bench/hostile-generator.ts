import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { contactPath } from '../contract/api.ts';
import { createNumberedEnquiry } from '../testing/enquiry.ts';
import { readAnswers } from '../testing/raw-http.ts';

/** The requests of one side: one valid enquiry per honest visitor, or everything else. */
export interface Flood {
  url: string;
  side: 'honest' | 'hostile';
  /** Requests started per second, whether or not earlier ones have been answered. */
  perSecond: number;
  seconds: number;
  /** Seconds before the first request, in which the connections are opened. */
  delay: number;
}

export interface FloodResult {
  begun: number;
  /** The number of responses by status; `none` for broken connections. */
  statuses: Record<string, number>;
  /** Milliseconds from when each honest request was due to its response. */
  latencies: number[];
  /** From the first due request to the last response. */
  seconds: number;
}

interface Sending {
  bytes: string;
  due: number;
}

/** Connections that are reused, like those of a proxy. */
const mostConnections = 256;
const slowSenders = 100;
/** The number of spammers, who exceed their limit immediately and continue. */
const spammers = 10;
const careless = 2_000;

const { url, side, perSecond, seconds, delay } = JSON.parse(process.env.FLOOD ?? '{}') as Flood;
const { hostname, port } = new URL(url);
const run = randomUUID().slice(0, 8);
const statuses: Record<string, number> = {};
const latencies: number[] = [];
const free: Socket[] = [];
const waiting: Sending[] = [];
let connections = 0;
let begun = 0;
let ended = 0;
let lastAnswer = 0;

function post(from: string, type: string, body: string, length = Buffer.byteLength(body)): string {
  return `POST ${contactPath} HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: ${from}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

const address = (network: number, host: number) => `10.${network}.${host >> 8}.${host & 255}`;
const json = 'application/json';
const urlencoded = 'application/x-www-form-urlencoded';
const enquiry = (number: number) => createNumberedEnquiry(number, run);
const oversized = JSON.stringify({ message: 'x'.repeat(40_000) });
const half = new URLSearchParams({ firstName: 'A', email: 'nobody' }).toString();

/** The cycle of hostile requests; careless clients have one address each. */
const hostileKinds: ((number: number) => string)[] = [
  (number) => post(address(1, number % careless), json, '{"firstName":'),
  (number) => post(address(1, number % careless), json, '{"email":{"$gt":""},"message":"short"}'),
  (number) => post(address(2, number % careless), urlencoded, half),
  (number) => post(address(3, number % careless), 'text/plain', '{}'),
  (number) => post(address(3, number % careless), 'multipart/form-data; boundary=x', '--x--'),
  (number) => post(address(4, number % spammers), json, JSON.stringify(enquiry(number))),
  (number) => post(address(4, number % spammers), json, JSON.stringify(enquiry(number))),
  (number) => post(address(4, number % spammers), json, JSON.stringify(enquiry(number))),
  (number) => post(address(2, number % careless), urlencoded, `${half}&message=%ff`),
  (number) => post(address(5, number % careless), json, oversized),
];

function makeHostile(number: number): string {
  const turn = Math.floor(number / hostileKinds.length);
  return hostileKinds[number % hostileKinds.length]?.(turn) ?? '';
}

const makeHonest = (number: number) =>
  post(address(6, number), json, JSON.stringify(enquiry(number)));

function note(status: string, due: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
  ended += 1;
  lastAnswer = performance.now();
  if (side === 'honest') latencies.push(lastAnswer - due);
}

/** Sends over a free or a new connection; waits for one if there are enough. */
function begin(sending: Sending): void {
  begun += 1;
  const socket = free.pop();
  if (socket) socket.emit('send', sending);
  else if (connections < mostConnections) open(sending);
  else waiting.push(sending);
}

function open(first?: Sending): void {
  let current: Sending | undefined;
  let text = '';
  connections += 1;
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  socket.on('send', (sending: Sending) => {
    current = sending;
    socket.write(sending.bytes);
  });
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const [answer] = readAnswers(text, () => false, false).answers;
    if (!answer || !current) return;
    note(String(answer.status), current.due);
    current = undefined;
    text = '';
    if (answer.headers.connection === 'close') {
      socket.destroy();
      return;
    }
    const next = waiting.shift();
    if (next) socket.emit('send', next);
    else free.push(socket);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    connections -= 1;
    if (current) note('none', current.due);
    const index = free.indexOf(socket);
    if (index !== -1) free.splice(index, 1);
    const next = connections < mostConnections ? waiting.shift() : undefined;
    if (next) open(next);
  });
  if (first) socket.emit('send', first);
  else free.push(socket);
}

/** A client that sends a byte of its body per second, and starts again when disconnected. */
function sendSlowly(number: number): void {
  const socket = connect(Number(port), hostname);
  socket.write(post(address(7, number), json, '{', 1_000));
  const drip = setInterval(() => socket.write(' '), 1_000);
  socket.on('error', () => undefined).on('data', () => undefined);
  socket.on('close', () => {
    clearInterval(drip);
    sendSlowly(number);
  });
}

setTimeout(() => process.exit(1), (delay + seconds + 60) * 1_000).unref();
process.once('disconnect', () => process.exit(1));
for (let opened = 0; opened < mostConnections; opened += 1) open();
await sleep(delay * 1_000);
if (side === 'hostile') for (let number = 0; number < slowSenders; number += 1) sendSlowly(number);
const make = side === 'honest' ? makeHonest : makeHostile;
const started = performance.now();
for (let number = 0; number < perSecond * seconds;) {
  const elapsed = performance.now() - started;
  const due = Math.min(perSecond * seconds, Math.floor((elapsed * perSecond) / 1_000) + 1);
  for (; number < due; number += 1) {
    begin({ bytes: make(number), due: started + (number * 1_000) / perSecond });
  }
  await sleep(side === 'honest' ? 20 : 5);
}
const deadline = performance.now() + 30_000;
while (ended < begun && performance.now() < deadline) await sleep(20);
if (ended < begun) statuses.none = (statuses.none ?? 0) + begun - ended;
const result: FloodResult = { begun, statuses, latencies, seconds: (lastAnswer - started) / 1_000 };
process.send?.(result, () => process.exit(0));
