import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';

import { storeSubmissionJob, type JobPayload } from '../contract/jobs.ts';
import { patientRedis } from '../platform/redis.ts';

const batch = 2_000;

/** The settings that queues of the product have by default. */
export const queueOptions = (redisUrl: string) => ({
  connection: patientRedis(redisUrl),
  prefix: '{enquiries}',
});

/** Adds as many enquiries to the queue as if the API had taken them. */
export async function fillQueue(redisUrl: string, count: number): Promise<void> {
  const { name, queue: queueName, policy } = storeSubmissionJob;
  const queue = new Queue(queueName, queueOptions(redisUrl));
  try {
    for (let added = 0; added < count; added += batch) {
      const jobs = Array.from({ length: Math.min(batch, count - added) }, (_, index) => {
        const data = payload(added + index);
        return { name, data, opts: { ...policy, jobId: data.id } };
      });
      await queue.addBulk(jobs);
    }
  } finally {
    await queue.close();
  }
  await waitForRewrite(redisUrl);
}

function payload(number: number): JobPayload<typeof storeSubmissionJob> {
  return {
    version: 1,
    id: randomUUID(),
    acceptedAt: new Date().toISOString(),
    noticeVersion: '2024-06',
    form: {
      firstName: 'Thandiwe',
      lastName: 'Nkosi',
      email: `visitor-${number}@example.org`,
      organisation: 'Guild of Surveyors',
      message: `Enquiry ${number}: we are looking for a secretariat for our guild.`,
    },
  };
}

/** Redis shortens its file in a process of its own, which would be measured with the rest. */
async function waitForRewrite(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl);
  try {
    while ((await redis.info('persistence')).includes('aof_rewrite_in_progress:1')) {
      await sleep(200);
    }
  } finally {
    redis.disconnect();
  }
}
