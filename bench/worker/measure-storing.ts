import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';

import { sendNotificationJob, storeSubmissionJob } from '../../contract/jobs.ts';
import { stopChild } from '../../dev/children.ts';
import { benchBundle } from '../bundle-processes.ts';
import { atLeast, figure, type Figure } from '../figure.ts';
import { fillQueue, queueOptions } from '../fill-queue.ts';
import { startMeasured } from '../measured-process.ts';
import { runRounds } from '../rounds.ts';
import type { Session } from '../session.ts';
import { ratios } from '../statistics.ts';
import { startMail, startMongodb, startRedis } from '../stores.ts';
import { startShippedWorker, type WorkerStores } from './start-worker.ts';
import { rateBetween, watchQueue } from './watch-queue.ts';

const contenders = ['shipped', 'shipped, mail held back', 'no-op', 'create'] as const;
type Contender = (typeof contenders)[number];

/** Submissions stored a second, beside the two things that it cannot be faster than. */
export async function measureStoring(session: Session): Promise<Figure[]> {
  const redis = await startRedis(session);
  const mail = await startMail(session);
  const mongodb = await startMongodb(session);
  const count = session.quick ? 2_000 : 10_000;
  const samples = await runRounds(session.quick ? 3 : 5, contenders, async (name, round) => {
    session.say(`worker: round ${round + 1}, ${name}`);
    const stores: WorkerStores = {
      REDIS_URL: redis.url,
      MONGODB_URI: `${mongodb}-${round}-${contenders.indexOf(name)}`,
      SMTP_URL: mail.url,
    };
    return name === 'create' ? create(session, stores, count) : take(session, name, stores, count);
  });
  await redis.stop();

  const { shipped, create: created, 'no-op': taken } = samples;
  const floors = created.map((rate, round) => Math.min(rate, taken[round] ?? rate));
  return [
    figure('stored a second / slower floor', 'times', ratios(shipped, floors), atLeast(0.6)),
    figure(
      'stored a second / slower floor, mail held back',
      'times',
      ratios(samples['shipped, mail held back'], floors),
    ),
    ...contenders.map((name) => figure(`${name}: a second`, 'a second', samples[name])),
  ];
}

async function take(
  session: Session,
  name: Exclude<Contender, 'create'>,
  stores: WorkerStores,
  count: number,
): Promise<number> {
  await emptyRedis(stores.REDIS_URL);
  if (name === 'shipped, mail held back') await pauseNotifications(stores.REDIS_URL);
  await fillQueue(stores.REDIS_URL, count);
  const progress = watchQueue(stores.REDIS_URL, storeSubmissionJob.queue, count);
  const worker =
    name === 'no-op'
      ? await startMeasured(session, benchBundle('worker/baselines/no-op'), { ...stores })
      : await startShippedWorker(session, stores);
  const rate = rateBetween(await progress, 0, 1);
  await worker.stop();
  return rate;
}

async function create(session: Session, stores: WorkerStores, count: number): Promise<number> {
  const child = spawn(process.execPath, [benchBundle('worker/baselines/create')], {
    env: { ...process.env, ...stores, COUNT: String(count) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  session.onEnd(() => stopChild(child));
  const [seconds] = (await once(child, 'message')) as [number];
  return count / seconds;
}

async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushall();
  redis.disconnect();
}

async function pauseNotifications(url: string): Promise<void> {
  const queue = new Queue(sendNotificationJob.queue, queueOptions(url));
  await queue.pause();
  await queue.close();
}
