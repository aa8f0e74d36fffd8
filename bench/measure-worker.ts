import { setTimeout as sleep } from 'node:timers/promises';

import { automaticKinds } from '../contract/notifications.ts';
import { connect } from '../storage/connection.ts';
import { silent } from '../testing/loggers.ts';
import { sendUntilAcknowledged } from '../testing/send-enquiry.ts';
import { waitFor } from '../testing/wait-for.ts';
import {
  atLeast,
  atMost,
  figure,
  percentile,
  rateBetween,
  type Figure,
  type Progress,
} from './figures.ts';
import { measureStoring } from './measure-storing.ts';
import { bundleProcesses, startShippedApi, startShippedWorker } from './processes.ts';
import { fillQueue, watchQueue } from './queue.ts';
import { startStores, type Session } from './session.ts';

/** `npm run bench -- worker`: how fast the worker stores and emails enquiries. */
export async function measureWorker(session: Session): Promise<Figure[]> {
  await bundleProcesses();
  return [
    ...(await measureStoring(session)),
    ...(await measureIdle(session)),
    ...(await measureDrain(session)),
  ];
}

/** Measures the time from the 202 until the enquiry is stored, with one enquiry at a time. */
async function measureIdle(session: Session): Promise<Figure[]> {
  const { stores, redis, mail } = await startStores(session);
  const api = await startShippedApi(session, redis.url);
  const worker = await startShippedWorker(session, stores);
  const { submissions, close } = connect(stores.MONGODB_URI, { logger: silent });
  session.keep({ stop: close });

  const stored: number[] = [];
  const [warmUp, count] = [20, session.quick ? 50 : 300];
  session.say(`worker: ${count} enquiries, one by one`);
  for (let number = 1; number <= warmUp + count; number += 1) {
    const reference = await sendUntilAcknowledged(api.url, `visitor-${number}`);
    const accepted = performance.now();
    await waitFor('it is stored', () => submissions.exists({ reference }), 30_000, 1);
    if (number > warmUp) stored.push(performance.now() - accepted);
    const mails = number * automaticKinds.length;
    await waitFor('its emails are sent', () => mail.counts.size >= mails);
    await sleep(20);
  }
  for (const process of [api, worker, redis]) await process.stop();
  return [figure('202 to stored, p50', 'ms', [percentile(stored, 50)], atMost(25))];
}

async function measureDrain(session: Session): Promise<Figure[]> {
  const count = session.quick ? 3_000 : 50_000;
  const { stores, redis } = await startStores(session);
  session.say(`worker: filling a queue with ${count} enquiries`);
  await fillQueue(redis.url, count);
  const worker = await startShippedWorker(session, stores);
  session.say(`worker: draining ${count} enquiries`);
  const [stored, mailed] = await Promise.all([
    watchQueue(redis.url, 'submissions', count),
    watchQueue(redis.url, 'notifications', count * automaticKinds.length),
  ]);
  await worker.stop();
  await redis.stop();
  const slowdown = rateBetween(stored, 2 / 3, 1) / rateBetween(stored, 0, 1 / 3);
  const thirds = `${count} waiting: stored a second, last third / first third`;
  return [
    figure(`${count} waiting: all stored`, 's', [lasted(stored)]),
    figure(`${count} waiting: all emailed`, 's', [lasted(mailed)]),
    figure(thirds, 'times', [slowdown], atLeast(0.8)),
  ];
}

function lasted(progress: Progress[]): number {
  return (progress.at(-1)?.at ?? 0) / 1_000;
}
