import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient, type Collection } from 'mongodb';

import { contactAcceptedSchema, contactPath } from '../../contract/api.ts';
import { notificationKinds } from '../../contract/jobs.ts';
import { startShippedApi } from '../api/contenders.ts';
import { atMost, figure, type Figure } from '../figure.ts';
import { enquiry } from '../load/enquiry.ts';
import type { Session } from '../session.ts';
import { percentile } from '../statistics.ts';
import { startMail, startMongodb, startRedis } from '../stores.ts';
import { startShippedWorker } from './start-worker.ts';

const patience = 30_000;

/** How long after the 202 a lone enquiry is stored, and both its mails are with the mail server. */
export async function measureIdle(session: Session): Promise<Figure[]> {
  const redis = await startRedis(session);
  const mail = await startMail(session);
  const mongodb = await startMongodb(session);
  const stores = { REDIS_URL: redis.url, MONGODB_URI: mongodb, SMTP_URL: mail.url };
  const api = await startShippedApi(session, redis.url);
  const worker = await startShippedWorker(session, stores);
  const memory = { api: await api.read(), worker: await worker.read() };
  const client = new MongoClient(mongodb);
  session.onEnd(() => client.close());
  const submissions = client.db().collection('contactsubmissions');

  const stored: number[] = [];
  const mailed: number[] = [];
  const [warmUp, count] = [20, session.quick ? 50 : 300];
  for (let number = 1; number <= warmUp + count; number += 1) {
    if (number % 10 === 0) session.say(`worker: enquiry ${number} of ${warmUp + count}`);
    const reference = await post(api.url, number);
    const accepted = performance.now();
    await waitUntilStored(submissions, reference);
    if (number > warmUp) stored.push(performance.now() - accepted);
    await waitFor(() => mail.counts.size >= number * notificationKinds.length);
    if (number > warmUp) mailed.push(performance.now() - accepted);
    await sleep(20);
  }
  await api.stop();
  await worker.stop();
  await redis.stop();
  return [
    figure('202 to stored, p50', 'ms', [percentile(stored, 50)], atMost(25)),
    figure('202 to stored, p99', 'ms', [percentile(stored, 99)]),
    figure('202 to both mails sent, p50', 'ms', [percentile(mailed, 50)]),
    figure('202 to both mails sent, p99', 'ms', [percentile(mailed, 99)]),
    figure('memory of the API at start', 'MB', [memory.api.memory]),
    figure('memory of the worker at start', 'MB', [memory.worker.memory]),
  ];
}

async function post(url: string, number: number): Promise<string> {
  const response = await fetch(`${url}${contactPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: enquiry('idle', number),
  });
  return contactAcceptedSchema.parse(await response.json()).reference;
}

async function waitUntilStored(submissions: Collection, reference: string): Promise<void> {
  await waitFor(async () => (await submissions.findOne({ reference })) !== null);
}

async function waitFor(check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patience;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error('An enquiry was not dealt with in time.');
    await sleep(1);
  }
}
