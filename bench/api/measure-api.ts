import { setTimeout as sleep } from 'node:timers/promises';

import { atLeast, atMost, figure, type Figure } from '../figure.ts';
import { sendLoad } from '../load/send-load.ts';
import { bundleProcesses, startShippedApi } from '../measured-process.ts';
import { fillQueue, withQueues } from '../queue.ts';
import { startRedis, type Session } from '../session.ts';
import { ratios, runRounds } from '../statistics.ts';
import { measureAccepts } from './measure-accepts.ts';

const rate = 300;
const pace = { connections: 32 };

/** `npm run bench -- api` */
export async function measureApi(session: Session): Promise<Figure[]> {
  await bundleProcesses();
  return [
    ...(await measureAccepts(session)),
    ...(await measureSteadyRate(session)),
    ...(await measureOutage(session)),
    ...(await measureBacklog(session)),
    ...(await measureMemory(session)),
  ];
}

async function startApi(session: Session) {
  const redis = await startRedis(session);
  return { redis, api: await startShippedApi(session, redis.url) };
}

/** How long visitors wait while a single process takes far more enquiries than it ever will. */
async function measureSteadyRate(session: Session): Promise<Figure[]> {
  const { redis, api } = await startApi(session);
  const load = { url: api.url, pace: { perSecond: rate } };
  await sendLoad(session, { ...load, requests: rate });
  const { shipped } = await runRounds(session.quick ? 2 : 5, ['shipped'], (_name, round) => {
    session.say(`api: ${rate} requests a second, round ${round + 1}`);
    return sendLoad(session, { ...load, requests: rate * (session.quick ? 3 : 10) });
  });
  await api.stop();
  await redis.stop();
  const [p50, p99] = [shipped.map((result) => result.p50), shipped.map((result) => result.p99)];
  return [
    figure(`p50 at ${rate} requests a second`, 'ms', p50),
    figure(`p99 at ${rate} requests a second`, 'ms', p99, atMost(50)),
  ];
}

/** How soon visitors are told that their enquiry cannot be taken while Redis is down. */
async function measureOutage(session: Session): Promise<Figure[]> {
  const { redis, api } = await startApi(session);
  await redis.stop();
  await sleep(500);
  const requests = session.quick ? 50 : 200;
  const { shipped } = await runRounds(session.quick ? 2 : 5, ['shipped'], (_name, round) => {
    session.say(`api: Redis is down, round ${round + 1}`);
    return sendLoad(session, { url: api.url, requests, pace: { connections: 1 }, status: 503 });
  });
  await api.stop();
  const [p50, slowest] = [shipped.map(({ p50 }) => p50), shipped.map(({ slowest }) => slowest)];
  return [
    figure('503 while Redis is down, p50', 'ms', p50),
    figure('503 while Redis is down, slowest', 'ms', slowest),
  ];
}

/** Whether the API slows down while enquiries pile up because no worker runs. */
async function measureBacklog(session: Session): Promise<Figure[]> {
  const requests = session.quick ? 1_500 : 5_000;
  const sizes = ['0', '10000', session.quick ? '50000' : '500000'] as const;
  const urls = new Map<string, string>();
  for (const size of sizes) {
    session.say(`api: filling a queue with ${size} enquiries`);
    const redis = await startRedis(session);
    await fillQueue(redis.url, Number(size));
    urls.set(size, (await startShippedApi(session, redis.url)).url);
  }
  const run = async (size: string) => {
    const { seconds } = await sendLoad(session, { url: urls.get(size) ?? '', requests, pace });
    return requests / seconds;
  };
  for (const size of sizes) await run(size);
  const samples = await runRounds(session.quick ? 3 : 7, sizes, (size, round) => {
    session.say(`api: ${size} waiting, round ${round + 1}`);
    return run(size);
  });
  return sizes.slice(1).map((size) => {
    const slowdown = ratios(samples[size], samples['0']);
    return figure(`requests per second: ${size} waiting / none`, 'times', slowdown, atLeast(0.9));
  });
}

/** What an enquiry costs Redis while it waits, all its keys included. */
async function measureMemory(session: Session): Promise<Figure[]> {
  session.say('api: memory of enquiries that wait');
  const { redis, api } = await startApi(session);
  const send = (requests: number) => sendLoad(session, { url: api.url, requests, pace });
  const used = () =>
    withQueues(redis.url, async (_queues, client) => {
      const [, bytes = ''] = /^used_memory:(\d+)/m.exec(await client.info('memory')) ?? [];
      return Number(bytes);
    });
  // What Redis takes once, for its scripts and connections, is not the enquiries'.
  await send(1_000);
  const before = await used();
  const requests = session.quick ? 2_000 : 20_000;
  await send(requests);
  const perEnquiry = ((await used()) - before) / requests;
  await api.stop();
  await redis.stop();
  return [figure('Redis memory of an enquiry that waits', 'bytes', [perEnquiry])];
}
