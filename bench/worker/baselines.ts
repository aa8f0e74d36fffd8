import { MetricsTime, Worker } from 'bullmq';
import express from 'express';

import { storeSubmissionJob } from '../../contract/jobs.ts';
import { createRedis } from '../../platform/redis.ts';
import { connectContactModel } from '../contact-model.ts';
import { numbered } from '../queue.ts';

// The worker's default.
const concurrency = 100;
const { BASELINE, COUNT, MONGODB_URI = '', REDIS_URL = '', WORKER_PORT } = process.env;

/** Takes jobs and does nothing with them. */
function startNoOp(): void {
  const { queue, policy } = storeSubmissionJob;
  new Worker(queue, () => Promise.resolve(), {
    connection: createRedis(REDIS_URL, 'background'),
    prefix: '{enquiries}',
    concurrency,
    removeOnComplete: policy.removeOnComplete,
    metrics: { maxDataPoints: MetricsTime.TWO_WEEKS },
  });
  const app = express();
  app.get('/readyz', (_request, response) => void response.send('Ready.'));
  app.listen(Number(WORKER_PORT), '127.0.0.1');
  process.once('SIGTERM', () => process.exit(0));
}

/** Stores enquiries with no queue between, and reports how many seconds that took. */
async function create(): Promise<void> {
  const Contact = await connectContactModel(MONGODB_URI);
  const numbers = Array.from({ length: Number(COUNT) }).keys();
  const createSome = async () => {
    for (const number of numbers) await Contact.create(numbered(number));
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, createSome));
  process.send?.((performance.now() - started) / 1_000, () => process.exit(0));
}

process.once('disconnect', () => process.exit(1));
if (BASELINE === 'no-op') startNoOp();
else await create();
