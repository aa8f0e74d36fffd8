import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { contactPath } from '../contract/api.ts';
import { createNumberedEnquiry } from '../testing/enquiry.ts';
import { percentile } from './figures.ts';

export interface Load {
  /** The URLs of the servers, which are used in turn. */
  urls: string[];
  requests: number;
  /**
   * Either the number of concurrent requests, or the number of requests to start per second without
   * waiting for the responses to earlier requests.
   */
  pace: { connections: number } | { perSecond: number };
  /** The expected status, by default 202. */
  status?: number;
  /** The senders: one client with many enquiries (the default), many visitors, or attackers. */
  side?: 'client' | 'visitors' | 'attackers';
  /** Seconds before the first request. */
  delay?: number;
  /** The path, body and headers of the requests that visitors send instead of enquiries. */
  path?: string;
  body?: string;
  headers?: Record<string, string>;
}

/**
 * The result: total seconds, response times in milliseconds, and the number of failed or unexpected
 * responses. A request without a response is timed until it failed.
 */
export interface LoadResult extends Record<
  'seconds' | 'p50' | 'p99' | 'p999' | 'longest' | 'failed',
  number
> {
  /** The number of responses by status; `none` for requests without one. */
  statuses: Record<string, number>;
}

/** Timeouts of requests in milliseconds. They are longer in a flood, which can take all CPUs. */
const timeouts = { client: 10_000, visitors: 60_000, attackers: 60_000 };
/** The number of connections that attackers use. Visitors, too, open this many in advance. */
const mostConnections = 256;
/** The number of spammers, who exceed their limit immediately and continue. */
const spammers = 10;
/** The number of addresses in each network that send invalid requests. */
const careless = 2_000;

const run = randomUUID();
const load = JSON.parse(process.env.LOAD ?? '{}') as Load;
const { urls, requests, pace, status = 202, side = 'client', delay = 0, path = contactPath } = load;
const connections =
  'connections' in pace ? pace.connections : side === 'attackers' ? mostConnections : Infinity;
// Existing load tools are unsuitable: they keep connections open that our server asks to close.
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const latencies: number[] = [];
const statuses: Record<string, number> = {};

const json = 'application/json';
const urlencoded = 'application/x-www-form-urlencoded';
const enquiry = (number: number) => JSON.stringify(createNumberedEnquiry(number, run));
const oversized = JSON.stringify({ message: 'x'.repeat(40_000) });
const half = new URLSearchParams({ firstName: 'A', email: 'nobody' }).toString();

type Sent = [type: string, body: string, network?: number, host?: number];

const fromSpammer = (turn: number): Sent => [json, enquiry(turn), 4, turn % spammers];
const attacks: ((turn: number) => Sent)[] = [
  (turn) => [json, '{"firstName":', 1, turn % careless],
  (turn) => [json, '{"email":{"$gt":""},"message":"short"}', 1, turn % careless],
  (turn) => [urlencoded, half, 2, turn % careless],
  (turn) => ['text/plain', '{}', 3, turn % careless],
  (turn) => ['multipart/form-data; boundary=x', '--x--', 3, turn % careless],
  ...[fromSpammer, fromSpammer, fromSpammer],
  (turn) => [urlencoded, `${half}&message=%ff`, 2, turn % careless],
  (turn) => [json, oversized, 5, turn % careless],
];

function make(number: number): Sent {
  if (side === 'client') return [json, enquiry(number)];
  const attack = attacks[number % attacks.length];
  if (side === 'attackers' && attack) return attack(Math.floor(number / attacks.length));
  return [json, load.body ?? enquiry(number), 6, number];
}

/** Sends a request. Records its response time in milliseconds since it was due. */
async function post(number: number, due: number): Promise<void> {
  const url = `${urls[number % urls.length]}${path}`;
  const answered = await answerTo(url, make(number)).catch(() => 'none');
  latencies.push(performance.now() - due);
  statuses[String(answered)] = (statuses[String(answered)] ?? 0) + 1;
}

function answerTo(url: string, sent?: Sent): Promise<unknown> {
  const [type, body = '', network, host = 0] = sent ?? [];
  const headers = {
    ...load.headers,
    ...(type !== undefined && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
    ...(network !== undefined && { 'X-Forwarded-For': `10.${network}.${host >> 8}.${host & 255}` }),
  };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeouts[side]);
    request(url, { method: sent ? 'POST' : 'GET', agent, headers, signal }, (response) => {
      response.once('end', () => resolve(response.statusCode)).resume();
    })
      .once('error', reject)
      .end(body);
  });
}

/** Keeps one request in flight per connection: each response starts the next request. */
async function sendAtOnce(): Promise<void> {
  const numbers = Array.from({ length: requests }).keys();
  const sendSome = async () => {
    for (const number of numbers) await post(number, performance.now());
  };
  await Promise.all(Array.from({ length: connections }, sendSome));
}

/**
 * Starts requests at an even rate. Each request is timed from the moment when it was due, so that a
 * slow server does not look better than it is.
 */
async function sendSteadily(perSecond: number): Promise<void> {
  const answers: Promise<void>[] = [];
  for (let number = 0; number < requests; number += 1) {
    const due = started + (number * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    answers.push(post(number, due));
  }
  await Promise.all(answers);
}

const expected = 'perSecond' in pace ? requests / pace.perSecond : 0;
setTimeout(() => process.exit(1), (delay + expected + 180) * 1_000).unref();
process.once('disconnect', () => process.exit(1));
// Visitors and attackers open connections in advance, as a proxy does, because a flooded server is
// slow to accept new connections.
const opened = Array.from({ length: side === 'client' ? 0 : mostConnections }, () =>
  answerTo(`${urls[0]}/healthz`),
);
await Promise.all([...opened, sleep(delay * 1_000)]);
const started = performance.now();
await ('perSecond' in pace ? sendSteadily(pace.perSecond) : sendAtOnce());
const result: LoadResult = {
  seconds: (performance.now() - started) / 1_000,
  p50: percentile(latencies, 50),
  p99: percentile(latencies, 99),
  p999: percentile(latencies, 99.9),
  longest: percentile(latencies, 100),
  failed: requests - (statuses[String(status)] ?? 0),
  statuses,
};
if (result.failed > 0 && side === 'client') console.error(JSON.stringify(statuses));
process.send?.(result, () => process.exit(0));
