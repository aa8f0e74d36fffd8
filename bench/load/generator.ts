import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

import { contactPath } from '../../contract/api.ts';
import { percentile } from '../statistics.ts';
import { enquiry } from './enquiry.ts';
import type { Load, LoadResult } from './send-load.ts';

const longest = 120_000;
const run = randomUUID();

/** Told of each answer: its status, and the milliseconds that it took. */
type OnAnswer = (status: number, took: number) => void;

async function send({ url, requests, pace, status = 202 }: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const unexpected: Record<string, number> = {};
  let lastAnswer = 0;
  function onAnswer(answered: number, took: number): void {
    lastAnswer = performance.now();
    latencies.push(took);
    if (answered !== status) unexpected[answered] = (unexpected[answered] ?? 0) + 1;
  }
  const started = performance.now();
  if ('perSecond' in pace) await sendSteadily(url, requests, pace.perSecond, onAnswer);
  else await sendAtOnce(url, requests, pace.connections, onAnswer);
  // The generator itself ends with its next tick of a second.
  const seconds = (lastAnswer - started) / 1_000;
  if (latencies.length < requests || Object.keys(unexpected).length > 0) {
    throw new Error(`${latencies.length} of ${requests} answered, ${JSON.stringify(unexpected)}.`);
  }
  return {
    seconds,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    slowest: Math.max(...latencies),
  };
}

/** Keeps as many requests under way as there are connections, as fast as answers come. */
async function sendAtOnce(
  url: string,
  requests: number,
  connections: number,
  onAnswer: OnAnswer,
): Promise<void> {
  let sent = 0;
  const post: autocannon.Request = {
    method: 'POST',
    path: contactPath,
    headers: { 'content-type': 'application/json' },
    setupRequest: (request) => ({ ...request, body: enquiry(run, (sent += 1)) }),
  };
  const options = { url, connections, amount: requests, timeout: 10, requests: [post] };
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, done) => {
      if (error) reject(new Error('The load could not be sent.', { cause: error }));
      else resolve(done);
    });
    running.on('response', (_client, status, _bytes, took) => onAnswer(status, took));
  });
  if (errors > 0) throw new Error(`${errors} requests had no answer.`);
}

/**
 * Begins requests at an even pace, whether or not earlier ones have been answered. Each is timed
 * from when it was due, so that a server that holds everybody up is not flattered.
 */
async function sendSteadily(
  url: string,
  requests: number,
  perSecond: number,
  onAnswer: OnAnswer,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  const answers: Promise<void>[] = [];
  for (let number = 0; number < requests; number += 1) {
    const due = started + (number * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    answers.push(
      post(agent, url, enquiry(run, number)).then((status) =>
        onAnswer(status, performance.now() - due),
      ),
    );
  }
  await Promise.all(answers);
  agent.destroy();
}

function post(agent: Agent, url: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const options = { method: 'POST', agent, headers, timeout: 10_000 };
    const sent = request(`${url}${contactPath}`, options);
    sent.once('response', (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('timeout', () => sent.destroy(new Error('No answer in ten seconds.')));
    sent.once('error', reject);
    sent.end(body);
  });
}

setTimeout(() => process.exit(1), longest).unref();
process.once('disconnect', () => process.exit(1));
process.send?.(await send(JSON.parse(process.argv[2] ?? '{}') as Load), () => process.exit(0));
