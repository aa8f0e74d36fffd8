import { randomUUID } from 'node:crypto';

import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { SMTPServer } from 'smtp-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { storeSubmissionJob } from '../../contract/jobs.ts';
import type { Service } from '../../dev/service.ts';

import { createOwnRedis, type OwnRedis } from '../api/own-redis.ts';
import { startProxyFor, throughProxy } from '../tcp-proxy.ts';
import { waitFor } from '../wait-for.ts';
import { startPipeline, type Pipeline } from './pipeline.ts';

/** In every value that a visitor types or sends, and nowhere else. */
const mark = `zqx${randomUUID().slice(0, 8)}`;
const debug = { LOG_LEVEL: 'debug' };

const form = () => ({
  firstName: `${mark}First`,
  lastName: `${mark}Last`,
  email: `${mark}@example.org`,
  organisation: `${mark} Guild`,
  message: `${mark} needs a secretariat, ${randomUUID()}.`,
});

let pipeline: Pipeline;
let redis: OwnRedis;
let smtp: SMTPServer;
const services: Service[] = [];
const bodies: string[] = [];

async function start(name: 'api' | 'worker', settings: Record<string, string>) {
  const service = await pipeline.start(name, { ...debug, ...settings });
  services.push(service);
  return service;
}

async function post(api: Service, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}/api/contact`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': `${mark}-${randomUUID()}`,
      'User-Agent': mark,
      'X-Form-Signals': `v1;t=${mark};h=0`,
      ...headers,
    },
    body,
    redirect: 'manual',
  });
  const text = await response.text();
  // The form's own page gives visitors back what they typed; no other answer does.
  if (!/html/.test(response.headers.get('content-type') ?? '')) bodies.push(text);
  bodies.push(...[...response.headers].flat());
  return response.status;
}

/** A mail server that refuses every recipient and quotes the address. */
async function startRefusingMailServer(): Promise<string> {
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`No such user: <${address}>`), { responseCode: 550 })),
  });
  smtp.on('error', () => undefined);
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  pipeline = await startPipeline();
  redis = await createOwnRedis();
  await redis.start();
});

afterAll(async () => {
  await pipeline.stop();
  await redis.stop();
  smtp.close();
});

function expectNoMark(): void {
  for (const service of services) expect(service.output().toLowerCase()).not.toContain(mark);
  for (const body of bodies) expect(body.toLowerCase()).not.toContain(mark);
}

it('keeps what a visitor typed out of the logs and answers when it is taken or refused', async () => {
  const api = await start('api', { RATE_LIMIT_PER_ADDRESS: '12' });
  const good = JSON.stringify(form());
  const native = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };
  const found = [
    await post(api, good),
    await post(api, good),
    await post(api, JSON.stringify({ ...form(), email: mark })),
    await post(api, JSON.stringify({ ...form(), email: mark }), { Accept: 'application/json' }),
    await post(api, `{"firstName": ${mark}`),
    await post(api, JSON.stringify({ ...form(), message: mark.repeat(4_000) })),
    await post(api, good, { 'Content-Type': `text/${mark}` }),
    await post(api, good, { 'Content-Type': `application/json; charset=${mark}` }),
    await post(api, new URLSearchParams(form()).toString(), native),
    await post(api, `email=${mark}`, native),
    await post(api, good, { 'Idempotency-Key': `${mark} \u00e9` }),
  ];
  expect(found).toEqual([202, 202, 400, 400, 400, 413, 415, 415, 303, 400, 400]);
  for (const path of [
    `/${mark}`,
    `/api/contact/sent/${mark}`,
    `/api/contact?${mark}`,
    `/%ff${mark}`,
  ]) {
    bodies.push(await (await fetch(`${api.url}${path}`)).text());
  }
  for (let time = 0; time < 12; time += 1) await post(api, good);
  expect(await post(api, good)).toBe(429);
  expect(api.output()).toContain('"status":202');
  expectNoMark();
}, 90_000);

it('keeps it out when the mail server refuses and quotes the address, or a job is poison', async () => {
  const api = await start('api', {});
  const worker = await start('worker', { SMTP_URL: await startRefusingMailServer() });
  expect(await post(api, JSON.stringify(form()))).toBe(202);
  const { REDIS_URL = '', QUEUE_PREFIX = '' } = pipeline.settings;
  const connection = new Redis(REDIS_URL, { maxRetriesPerRequest: null });
  const queue = new Queue(storeSubmissionJob.queue, { connection, prefix: QUEUE_PREFIX });
  await queue.add(storeSubmissionJob.name, { version: 1, id: mark, form: form() });
  await queue.close();
  connection.disconnect();
  const refused = { 'notifications.acknowledgement.status': 'failed' };
  const reason = await waitFor('the mail is refused', async () => {
    const submission = await pipeline.database.submissions.findOne(refused).lean();
    return submission?.notifications.acknowledgement.reason;
  });
  expect(reason).toBe('smtp 550');
  await waitFor('the poison is set aside', () => worker.output().includes('job failed'));
  expectNoMark();
}, 90_000);

it('keeps it out when MongoDB goes away, and when Redis does', async () => {
  const { MONGODB_URI = '' } = pipeline.settings;
  const mongodb = await startProxyFor(MONGODB_URI, 27017);
  const shared = { REDIS_URL: redis.url, MONGODB_URI: throughProxy(MONGODB_URI, mongodb) };
  const api = await start('api', shared);
  const worker = await start('worker', shared);
  await mongodb.down();
  expect(await post(api, JSON.stringify(form()))).toBe(202);
  await waitFor('the worker logs it', () => /retried|failed|lost/.test(worker.output()), 40_000);
  await redis.kill();
  expect(await post(api, JSON.stringify(form()))).toBe(503);
  await waitFor('the API logs it', () => api.output().includes('"status":503'));
  expectNoMark();
}, 90_000);
