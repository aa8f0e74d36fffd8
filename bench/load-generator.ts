import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

import { contactPath } from '../contract/api.ts';
import { createNumberedEnquiry } from '../testing/enquiry.ts';
import { percentile } from './figures.ts';

/** What is to be sent. Every request is another enquiry. */
export interface Load {
  url: string;
  requests: number;
  /** How many requests are under way at any time, or how many are begun each second. */
  pace: { connections: number } | { perSecond: number };
  /** The status that every answer must have; 202 unless given. */
  status?: number;
}

/** What came of it; `p50` and `p99` in milliseconds. */
export type LoadResult = Record<'seconds' | 'p50' | 'p99', number>;

const run = randomUUID();
const { url, requests, pace, status = 202 } = JSON.parse(process.env.LOAD ?? '{}') as Load;
const method = 'POST';
const headers = { 'content-type': 'application/json' };
const body = (number: number) => JSON.stringify(createNumberedEnquiry(number, run));
const latencies: number[] = [];
const unexpected: number[] = [];
let lastAnswer = 0;

function noteAnswer(answered: number, took: number): void {
  lastAnswer = performance.now();
  latencies.push(took);
  if (answered !== status) unexpected.push(answered);
}

/** Keeps as many requests under way as there are connections, as fast as answers come. */
async function sendAtOnce(connections: number): Promise<void> {
  let sent = 0;
  const post: autocannon.Request = {
    method,
    path: contactPath,
    headers,
    setupRequest: (request) => ({ ...request, body: body((sent += 1)) }),
  };
  const options = { url, connections, amount: requests, timeout: 10, requests: [post] };
  const running = autocannon(options, () => undefined);
  running.on('response', (_client, answered, _bytes, took) => noteAnswer(answered, took));
  const [{ errors }] = (await once(running, 'done')) as [autocannon.Result];
  if (errors > 0) throw new Error(`${errors} requests had no answer.`);
}

/**
 * Begins requests at an even pace, whether or not earlier ones have been answered. Each is timed
 * from when it was due, so that a server that holds everybody up is not flattered.
 */
async function sendSteadily(perSecond: number): Promise<void> {
  const started = performance.now();
  const answers: Promise<void>[] = [];
  async function post(number: number, due: number): Promise<void> {
    const answer = await fetch(`${url}${contactPath}`, { method, headers, body: body(number) });
    await answer.text();
    noteAnswer(answer.status, performance.now() - due);
  }
  for (let number = 0; number < requests; number += 1) {
    const due = started + (number * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    answers.push(post(number, due));
  }
  await Promise.all(answers);
}

setTimeout(() => process.exit(1), 120_000).unref();
process.once('disconnect', () => process.exit(1));
const started = performance.now();
await ('perSecond' in pace ? sendSteadily(pace.perSecond) : sendAtOnce(pace.connections));
if (latencies.length < requests || unexpected.length > 0) {
  throw new Error(`${latencies.length} of ${requests} answered, ${unexpected.join(' ')}.`);
}
const result: LoadResult = {
  // The generator itself ends with its next tick of a second.
  seconds: (lastAnswer - started) / 1_000,
  p50: percentile(latencies, 50),
  p99: percentile(latencies, 99),
};
process.send?.(result, () => process.exit(0));
