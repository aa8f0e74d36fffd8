import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { contactPath } from '../contract/api.ts';
import { createNumberedEnquiry } from '../testing/enquiry.ts';
import { percentile } from './figures.ts';

/** The load to generate. Every request is a different enquiry. */
export interface Load {
  /** One server, or several in turn. */
  urls: string[];
  requests: number;
  /** The number of concurrent requests, or of requests started per second. */
  pace: { connections: number } | { perSecond: number };
  /** The expected status, by default 202. */
  status?: number;
}

/**
 * The result: total seconds, response times in milliseconds, and the number of failed or unexpected
 * responses. A request without a response counts with its timeout.
 */
export type LoadResult = Record<'seconds' | 'p50' | 'p99' | 'p999' | 'failed', number>;

/** The timeout of a request in milliseconds. */
const timeout = 10_000;

const run = randomUUID();
const { urls, requests, pace, status = 202 } = JSON.parse(process.env.LOAD ?? '{}') as Load;
const connections = 'connections' in pace ? pace.connections : Infinity;
// Not an existing load tool, because those keep connections that our server asks to close after a
// while.
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const latencies: number[] = [];
const unexpected = new Map<string, number>();

/** Sends an enquiry that was due at the given time, and records when it was answered. */
async function post(number: number, due: number): Promise<void> {
  const body = JSON.stringify(createNumberedEnquiry(number, run));
  const url = `${urls[number % urls.length]}${contactPath}`;
  const answered = await answerTo(url, body).catch(
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  );
  latencies.push(performance.now() - due);
  if (answered === status) return;
  const what = String(answered);
  unexpected.set(what, (unexpected.get(what) ?? 0) + 1);
}

function answerTo(url: string, body: string): Promise<number | undefined> {
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeout);
    request(url, { method: 'POST', agent, headers, signal }, (response) => {
      response.once('end', () => resolve(response.statusCode)).resume();
    })
      .once('error', reject)
      .end(body);
  });
}

/** Keeps one request in flight per connection, as fast as responses arrive. */
async function sendAtOnce(): Promise<void> {
  const numbers = Array.from({ length: requests }).keys();
  const sendSome = async () => {
    for (const number of numbers) await post(number, performance.now());
  };
  await Promise.all(Array.from({ length: connections }, sendSome));
}

/**
 * Starts requests at an even rate, whether or not earlier ones have been answered. Each is timed
 * from when it was due, so that a slow server does not look better than it is.
 */
async function sendSteadily(perSecond: number): Promise<void> {
  const started = performance.now();
  const answers: Promise<void>[] = [];
  for (let number = 0; number < requests; number += 1) {
    const due = started + (number * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    answers.push(post(number, due));
  }
  await Promise.all(answers);
}

setTimeout(() => process.exit(1), 180_000).unref();
process.once('disconnect', () => process.exit(1));
const started = performance.now();
await ('perSecond' in pace ? sendSteadily(pace.perSecond) : sendAtOnce());
const result: LoadResult = {
  seconds: (performance.now() - started) / 1_000,
  p50: percentile(latencies, 50),
  p99: percentile(latencies, 99),
  p999: percentile(latencies, 99.9),
  failed: [...unexpected.values()].reduce((sum, count) => sum + count, 0),
};
if (result.failed > 0) console.error(JSON.stringify(Object.fromEntries(unexpected)));
process.send?.(result, () => process.exit(0));
