import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';

import { afterEach, expect, it } from 'vitest';

import { startService, type Service } from '../../testing/service.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { createOwnRedis, type OwnRedis } from '../../testing/own-redis.ts';

/** The shutdown deadline in milliseconds. */
const drainTimeout = 7_000;

let redis: OwnRedis;
let api: Service;

afterEach(async () => {
  await api.kill();
  await redis.stop();
});

async function start(): Promise<void> {
  redis = await createOwnRedis();
  await redis.start();
  api = await startService('api', {
    REDIS_URL: redis.url,
    QUEUE_PREFIX: `{test-${randomUUID()}}`,
    RATE_LIMIT_PER_ADDRESS: '1000',
    RATE_LIMIT_PER_EMAIL: '1000',
  });
}

function post(): Promise<Response> {
  return fetch(`${api.url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(createUniqueEnquiry()),
  });
}

/** Sends SIGTERM, expects a clean exit, and returns how many milliseconds it took. */
async function terminate(): Promise<number> {
  const started = Date.now();
  const ended = once(api.child, 'exit');
  api.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  return Date.now() - started;
}

/**
 * Sends the headers of an enquiry and waits until the API has received them. Resolves to a function
 * that sends the body and returns the status of the response.
 */
async function begin(): Promise<() => Promise<number | undefined>> {
  const body = JSON.stringify(createUniqueEnquiry());
  const sent = request(`${api.url}/api/contact`, {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Expect: '100-continue',
    },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  return async () => {
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.end(body);
    const [response] = await answered;
    response.resume();
    return response.statusCode;
  };
}

async function isRefused(): Promise<boolean> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  const refused = await once(socket, 'connect').then(
    () => false,
    (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED',
  );
  socket.destroy();
  return refused;
}

it('completes requests in flight, accepts no new ones, and exits with 0', async () => {
  await start();
  const inFlight = await Promise.all(Array.from({ length: 30 }, begin));
  const ended = once(api.child, 'exit');
  api.child.kill('SIGTERM');
  await waitFor('it takes no more', isRefused);
  const statuses = await Promise.all(inFlight.map((finish) => finish()));
  expect(statuses).toEqual(statuses.map(() => 202));
  expect(await ended).toEqual([0, null]);
});

it('drains the busy connections of a proxy without truncating a response', async () => {
  await start();
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const failures: unknown[] = [];
  let over = false;
  let answered = 0;
  const clients = Array.from({ length: 4 }, async () => {
    while (!over) {
      const code = await askThrough(agent);
      if (code === 'ECONNREFUSED') return;
      if (code !== undefined) failures.push(code);
      answered += 1;
    }
  });
  await waitFor('all are busy', () => answered > 40);
  expect(await terminate()).toBeLessThan(drainTimeout);
  over = true;
  await Promise.all(clients);
  agent.destroy();
  expect(failures).toEqual([]);
});

/**
 * Sends an enquiry over one of the agent's connections. Resolves to the code of the error if the
 * response is missing or truncated.
 */
async function askThrough(agent: Agent): Promise<string | undefined> {
  const headers = { 'Content-Type': 'application/json' };
  const sent = request(`${api.url}/api/contact`, { agent, method: 'POST', headers });
  sent.end(JSON.stringify(createUniqueEnquiry()));
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

it('exits despite idle connections and unfinished requests', async () => {
  await start();
  const idle = connect(Number(new URL(api.url).port), '127.0.0.1');
  const partial = connect(Number(new URL(api.url).port), '127.0.0.1');
  partial.write('POST /api/contact HTTP/1.1\r\nHost: x\r\n');
  for (const socket of [idle, partial]) socket.on('error', () => undefined);
  await Promise.all([once(idle, 'connect'), once(partial, 'connect')]);
  // When the API has answered this request, it has also received the two earlier ones.
  await fetch(`${api.url}/healthz`);
  expect(await terminate()).toBeLessThan(drainTimeout);
});

it('exits with 0 while Redis is down', async () => {
  await start();
  await redis.kill();
  await post();
  await terminate();
});
