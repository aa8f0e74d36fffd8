import { MetricsTime, Worker } from 'bullmq';
import express from 'express';

import { storeSubmissionJob } from '../../../contract/jobs.ts';
import { listen } from '../../api/baselines/listen.ts';
import { queueOptions } from '../../fill-queue.ts';
import { concurrency } from '../concurrency.ts';

const { removeOnComplete } = storeSubmissionJob.policy;
const options = {
  ...queueOptions(process.env.REDIS_URL ?? ''),
  concurrency,
  removeOnComplete,
  metrics: { maxDataPoints: MetricsTime.TWO_WEEKS },
};
new Worker(storeSubmissionJob.queue, () => Promise.resolve(), options);
listen(express());
