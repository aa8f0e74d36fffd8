import { notificationKinds, sendNotificationJob, storeSubmissionJob } from '../../contract/jobs.ts';
import { atLeast, figure, type Figure } from '../figure.ts';
import { fillQueue } from '../fill-queue.ts';
import type { Session } from '../session.ts';
import { startMail, startMongodb, startRedis } from '../stores.ts';
import { startShippedWorker } from './start-worker.ts';
import { rateBetween, watchQueue, type Progress } from './watch-queue.ts';

/** How a worker that has been away gets through what has piled up. */
export async function measureDrain(session: Session): Promise<Figure[]> {
  const count = session.quick ? 3_000 : 50_000;
  const redis = await startRedis(session);
  const mail = await startMail(session);
  const mongodb = await startMongodb(session);
  session.say(`worker: filling a queue with ${count} enquiries`);
  await fillQueue(redis.url, count);
  const stores = { REDIS_URL: redis.url, MONGODB_URI: mongodb, SMTP_URL: mail.url };
  const worker = await startShippedWorker(session, stores);
  session.say(`worker: draining ${count} enquiries`);
  const [stored, mailed] = await Promise.all([
    watchQueue(redis.url, storeSubmissionJob.queue, count),
    watchQueue(redis.url, sendNotificationJob.queue, count * notificationKinds.length),
  ]);
  const after = await worker.read();
  await worker.stop();
  await redis.stop();
  return [
    figure(`${count} waiting: all stored`, 's', [lasted(stored)]),
    figure(`${count} waiting: all mailed`, 's', [lasted(mailed)]),
    figure(
      `${count} waiting: stored a second, last third / first third`,
      'times',
      [rateBetween(stored, 2 / 3, 1) / rateBetween(stored, 0, 1 / 3)],
      atLeast(0.8),
    ),
    figure('memory of the worker after it', 'MB', [after.memory]),
  ];
}

function lasted(progress: Progress[]): number {
  return (progress.at(-1)?.at ?? 0) / 1_000;
}
