import { setTimeout as sleep } from 'node:timers/promises';

import { startOwnRedis } from '../testing/own-redis.ts';
import { atLeast, atMost, column, figure, ratios, type Figure, type Target } from './figures.ts';
import type { Load } from './load-generator.ts';
import {
  bundleProcesses,
  sendLoad,
  startBaseline,
  startShippedApi,
  type MeasuredProcess,
} from './processes.ts';
import { fillQueue } from './queue.ts';
import { fetchNodeOfImages, runningNode, type Runtime } from './runtimes.ts';
import { runRounds, startStores, type Session } from './session.ts';

const pace = { connections: 32 };
const contenders = ['shipped', 'empty', 'queue', 'fastify', 'tutorial'] as const;

/** `npm run bench -- api`: CPU time, throughput and response times of the API. */
export async function measureApi(session: Session): Promise<Figure[]> {
  await bundleProcesses();
  // Far more load than a single process will ever receive.
  const steady = { requests: session.quick ? 900 : 3_000, pace: { perSecond: 300 } };
  const outage = { requests: session.quick ? 50 : 200, pace: { connections: 1 }, status: 503 };
  return [
    ...(await measureAccepts(session)),
    await measureAlone(session, 'p99 at 300 requests a second', 'p99', steady, atMost(50)),
    await measureAlone(session, '503 while Redis is down, p50', 'p50', outage),
    await measureBacklog(session),
  ];
}

type Accepts = Record<'perCpuSecond' | 'perSecond' | 'p99', number>;

/**
 * Compares the shipped API with the baselines at the same load, on each version of Node.js.
 */
async function measureAccepts(session: Session): Promise<Figure[]> {
  const { stores, redis } = await startStores(session);
  const runtimes = [fetchNodeOfImages(), runningNode];
  const entries = runtimes
    .filter(({ name }, index) => runtimes.findIndex((other) => other.name === name) === index)
    .flatMap((runtime) => contenders.map((contender) => ({ contender, runtime })));
  const processes = new Map<string, MeasuredProcess>();
  for (const { contender, runtime } of entries) {
    const process =
      contender === 'shipped'
        ? await startShippedApi(session, redis.url, undefined, runtime)
        : await startBaseline(session, 'api', contender, stores, runtime);
    processes.set(`${contender}, ${runtime.name}`, process);
  }
  const measure = async (name: string, requests: number): Promise<Accepts> => {
    const { url, cpu } = processes.get(name) ?? missing(name);
    const before = await cpu();
    const { seconds, p99 } = await sendLoad(session, { urls: [url], requests, pace });
    const used = (await cpu()) - before;
    return { perCpuSecond: requests / used, perSecond: requests / seconds, p99 };
  };
  const requests = session.quick ? 3_000 : 8_000;
  const names = [...processes.keys()];
  for (const name of names) await measure(name, 3_000);
  const samples = await runRounds(session, 'api', [3, 7], names, (name) =>
    measure(name, name.startsWith('tutorial') ? requests / 5 : requests),
  );
  for (const process of processes.values()) await process.stop();
  await redis.stop();

  const [measured = runningNode] = runtimes;
  // The targets allow for two round trips to Redis: one for the limits, one for the job. Combining
  // them would depend on BullMQ's internals. See docs/internals/performance.md.
  const cpu = 'accepts per CPU second';
  const compare = (what: keyof Accepts, other: (typeof contenders)[number], { name }: Runtime) =>
    ratios(
      column(samples[`shipped, ${name}`] ?? [], what),
      column(samples[`${other}, ${name}`] ?? [], what),
    );
  return [
    ...[...new Set(entries.map(({ runtime }) => runtime))].flatMap((runtime) => {
      const isMeasure = runtime === measured;
      const ratio = (title: string, samples: number[], target?: Target) =>
        figure(`${title}, ${runtime.name}`, 'times', samples, isMeasure ? target : undefined);
      return [
        ratio(`${cpu}: shipped / empty`, compare('perCpuSecond', 'empty', runtime), atLeast(0.25)),
        ratio(`${cpu}: shipped / queue`, compare('perCpuSecond', 'queue', runtime), atLeast(0.45)),
        ratio(`${cpu}: shipped / fastify`, compare('perCpuSecond', 'fastify', runtime)),
        ratio(
          'requests per second: shipped / tutorial',
          compare('perSecond', 'tutorial', runtime),
          atLeast(3),
        ),
      ];
    }),
    ...names.flatMap((name) => [
      figure(`${name}: ${cpu}`, 'a second', column(samples[name] ?? [], 'perCpuSecond')),
      figure(`${name}: p99 with 32 clients`, 'ms', column(samples[name] ?? [], 'p99')),
    ]),
  ];
}

function missing(name: string): never {
  throw new Error(`${name} is not running.`);
}

/** Measures a separate API under repeated load. Stops Redis first if the load expects 503. */
async function measureAlone(
  session: Session,
  title: string,
  which: 'p50' | 'p99',
  load: Omit<Load, 'urls'>,
  target?: Target,
): Promise<Figure> {
  const redis = session.keep(await startOwnRedis());
  const { url, stop } = await startShippedApi(session, redis.url);
  if (load.status === 503) {
    await redis.stop();
    await sleep(500);
  }
  await sendLoad(session, { ...load, urls: [url], requests: 300 });
  const { shipped } = await runRounds(session, `api: ${title}`, [2, 5], ['shipped'], () =>
    sendLoad(session, { ...load, urls: [url] }),
  );
  await stop();
  await redis.stop();
  return figure(title, 'ms', column(shipped, which), target);
}

/** Measures whether a long queue slows down the API. */
async function measureBacklog(session: Session): Promise<Figure> {
  const requests = session.quick ? 1_500 : 5_000;
  const size = session.quick ? 50_000 : 500_000;
  const startWith = async (count: number) => {
    session.say(`api: filling a queue with ${count} enquiries`);
    const redis = session.keep(await startOwnRedis());
    await fillQueue(redis.url, count);
    const { url } = await startShippedApi(session, redis.url);
    await sendLoad(session, { urls: [url], requests, pace });
    return url;
  };
  const urls = { none: await startWith(0), many: await startWith(size) };
  const sizes = ['none', 'many'] as const;
  const { none, many } = await runRounds(session, 'api: waiting', [3, 7], sizes, async (name) => {
    const { seconds } = await sendLoad(session, { urls: [urls[name]], requests, pace });
    return requests / seconds;
  });
  const title = `requests per second: ${size} waiting / none`;
  return figure(title, 'times', ratios(many, none), atLeast(0.9));
}
