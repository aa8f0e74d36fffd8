import { Queue } from 'bullmq';
import type { RedisClient } from '../../platform/redis.ts';

import type { ContactForm } from '../../contract/contact-form.ts';
import { storeSubmissionJob, type JobPayload, type Screening } from '../../contract/jobs.ts';
import { PRIVACY_NOTICE_VERSION } from '../../contract/privacy-notice.ts';
import type { Logger } from '../../platform/logger.ts';
import { readMemory } from '../../platform/redis-metrics.ts';
import { redisInfo } from '../../platform/redis-nodes.ts';
import type { ApiConfig } from '../config.ts';
import { promptly } from '../redis.ts';
import type { SubmissionIdentity } from './identify-submission.ts';
import { gather } from '../../platform/gather.ts';
import { waitForReplicas } from './wait-for-replicas.ts';

export interface SubmissionQueue {
  /**
   * Hands a submission to the worker. Resolves, once Redis has it, to the id under which it is
   * known: an earlier one when the same content was sent a short while ago.
   *
   * @throws when Redis did not confirm. It may have stored the job even so.
   */
  add(identity: SubmissionIdentity, form: ContactForm, screening: Screening): Promise<string>;
  /** How many submissions have not been stored yet. */
  countWaiting(): Promise<number>;
  /** How much of the memory that Redis may use it does use, from 0 to 1; 0 if it has no limit. */
  shareOfMemory(): Promise<number>;
  close(): Promise<void>;
}

export function createSubmissionQueue(
  redis: RedisClient,
  config: Pick<ApiConfig, 'QUEUE_PREFIX' | 'DEDUPLICATION_MINUTES' | 'REDIS_WAIT_REPLICAS'>,
  logger: Logger,
): SubmissionQueue {
  const { name, policy } = storeSubmissionJob;
  const ttl = config.DEDUPLICATION_MINUTES * 60_000;
  const queue = new Queue<JobPayload<typeof storeSubmissionJob>>(storeSubmissionJob.queue, {
    connection: redis,
    prefix: config.QUEUE_PREFIX,
    defaultJobOptions: policy,
    // Without these two it waits for Redis instead of failing, and never recovers from a lost one.
    skipWaitingForReady: true,
    skipVersionCheck: true,
  });
  queue.on('error', (error) => logger.debug({ err: error }, 'queue error'));
  const addTogether = gather((jobs: Parameters<typeof queue.addBulk>[0]) => queue.addBulk(jobs));
  async function addSafely(job: Parameters<typeof addTogether>[0]) {
    const added = await addTogether(job);
    await waitForReplicas(redis, config.QUEUE_PREFIX, config.REDIS_WAIT_REPLICAS);
    return added;
  }
  return {
    async add({ id, contentHash }, form, screening) {
      const payload = {
        version: 1 as const,
        id,
        acceptedAt: new Date().toISOString(),
        noticeVersion: PRIVACY_NOTICE_VERSION,
        form,
        screening,
      };
      const opts = { jobId: id, deduplication: { id: contentHash, ttl } };
      const job = await promptly(addSafely({ name, data: payload, opts }));
      return job.id ?? id;
    },
    countWaiting: () => queue.getJobCountByTypes('waiting', 'delayed'),
    async shareOfMemory() {
      const info = await redisInfo(redis, config.QUEUE_PREFIX, 'memory');
      const { used, max, limited } = readMemory(info);
      return limited ? used / max : 0;
    },
    close: () => queue.close(),
  };
}
