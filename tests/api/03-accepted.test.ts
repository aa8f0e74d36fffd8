import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';

import { contactAcceptedSchema } from '#contract/api.ts';
import { storeSubmissionJob } from '#contract/jobs.ts';
import { referenceOf } from '#contract/reference.ts';
import { startApiUnderTest } from '#support/api-under-test.ts';
import { createUniqueEnquiry, demandingEnquiry } from '#support/enquiry.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { waitFor } from '#support/wait-for.ts';

const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(settings: Record<string, string> = {}, redisSettings: string[] = []) {
  const redis = await startOwnRedis(redisSettings);
  stops.push(redis.stop);
  const api = await startApiUnderTest({ REDIS_URL: redis.url, ...settings });
  stops.push(api.stopApi);
  return { redis, api };
}

it('answers 202 with a reference, and has the enquiry in the queue as typed', async () => {
  const { api } = await start();
  const response = await api.post(demandingEnquiry);
  expect(response.status).toBe(202);
  const { message, reference } = contactAcceptedSchema.parse(await response.json());
  expect(message).toMatch(/^Thank you for getting in touch\./);
  const [job, ...others] = await api.jobs();
  expect(others).toEqual([]);
  const data = storeSubmissionJob.schema.parse(job?.data);
  expect(data.form).toEqual(demandingEnquiry);
  expect(job?.id).toBe(data.id);
  expect(referenceOf(data.id)).toBe(reference);
  expect(Date.now() - Date.parse(data.acceptedAt)).toBeLessThan(60_000);
});

/**
 * Starts a proxy to Redis that passes everything on, until a command would write an enquiry: then
 * it calls `onWrite` instead.
 */
async function startFragileRedis(redisUrl: string, onWrite: (client: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const redis = connect(Number(new URL(redisUrl).port), '127.0.0.1');
    let isLost = false;
    for (const socket of [client, redis]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [client, redis].forEach((end) => end.destroy()));
    }
    redis.on('data', (chunk) => client.write(chunk));
    client.on('data', (chunk) => {
      isLost ||= chunk.includes(storeSubmissionJob.name);
      if (isLost) onWrite(client);
      else redis.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `redis://127.0.0.1:${(server.address() as { port: number }).port}`;
}

it.each([
  ['dies', (client: Socket) => void client.destroy()],
  ['hangs', () => undefined],
])('answers 503 if Redis still counts an enquiry and then %s at the write', async (_what, end) => {
  const redis = await startOwnRedis();
  stops.push(redis.stop);
  const REDIS_URL = await startFragileRedis(redis.url, end);
  const api = await startApiUnderTest({ REDIS_URL, RATE_LIMIT_PER_ADDRESS: '100' });
  stops.push(api.stopApi);
  const response = await api.post(createUniqueEnquiry());
  expect(response.status).toBe(503);
  expect(await response.text()).toMatch(/^We cannot accept messages at the moment\./);
});

it('answers 503 while Redis refuses writes: full, or a replica', async () => {
  const { redis, api } = await start({}, ['--maxmemory', '1kb']);
  expect((await api.post(createUniqueEnquiry())).status).toBe(503);
  await redis.ask((client) => client.config('SET', 'maxmemory', '0'));
  await waitFor('there is room', async () => (await api.post(createUniqueEnquiry())).ok);
  await redis.ask((client) => client.replicaof('127.0.0.1', 1));
  expect((await api.post(createUniqueEnquiry())).status).toBe(503);
});

it('stops accepting before Redis is full, so that the worker can still work', async () => {
  const { redis, api } = await start({}, ['--maxmemory', '100mb']);
  expect((await api.post(createUniqueEnquiry())).status).toBe(202);
  const fillers = Array.from({ length: 17 }, (_, index) => `filler-${index}`);
  await redis.ask(async (client) => {
    for (const key of fillers) await client.set(key, 'x'.repeat(5_000_000));
  });
  await waitFor('it refuses', async () => (await api.post(createUniqueEnquiry())).status === 503);
  expect((await fetch(`${api.url}/readyz`)).status).toBe(503);
  await redis.ask((client) => client.del(fillers));
  await waitFor('it accepts', async () => (await api.post(createUniqueEnquiry())).status === 202);
});

it('finishes what has arrived on SIGTERM, and exits cleanly', async () => {
  const { api } = await start();
  const agent = new Agent({ keepAlive: true });
  const headers = { 'Content-Type': 'application/json', Expect: '100-continue' };
  const sending = request(`${api.url}/api/contact`, { method: 'POST', headers, agent });
  sending.flushHeaders();
  await once(sending, 'continue');
  const exited = once(api.child(), 'exit');
  api.child().kill('SIGTERM');
  await waitFor('it refuses connections', () =>
    fetch(`${api.url}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  sending.end(JSON.stringify(createUniqueEnquiry()));
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(202);
  response.resume();
  expect(await exited).toEqual([0, null]);
  expect(await api.jobs()).toHaveLength(1);
  agent.destroy();
});
