import { createHash } from 'node:crypto';

import type { ContactForm } from '#contract/contact-form.ts';
import { storeSubmissionJob } from '#contract/jobs.ts';
import { closeQueues, openQueues, type Queues } from '#server/queues.ts';
import { connectRedis } from '#server/redis.ts';
import { createEnquiry, createSubmissionPayload } from './enquiry.ts';
import { openDatabase } from './own-stores.ts';
import { startService, type Service } from './service.ts';

/** A worker that `start` starts, with its own stores and connections of this process to them. */
export async function createTestWorker(settings: Record<string, string> = {}) {
  const database = await openDatabase({ DIGEST_AT: 'never', ...settings });
  const all = database.settings;
  const redis = connectRedis(all.REDIS_URL);
  const queues = openQueues(redis, all.QUEUE_PREFIX);
  let service: Service | undefined;
  return {
    settings: all,
    redis,
    queues,
    database,
    /** Also starts it again after `kill`. */
    async start(waitUntilReady = true) {
      if (service) return service.start(waitUntilReady);
      service = await startService('worker', { LOG_LEVEL: 'debug', ...all }, { waitUntilReady });
    },
    logs: () => service?.output() ?? '',
    close: async () => service?.stop(),
    stop: async () => {
      await service?.stop();
      await closeQueues(queues, redis);
      await database.stop();
    },
  };
}

export async function startTestWorker(settings: Record<string, string> = {}) {
  const worker = await createTestWorker(settings);
  await worker.start();
  return worker;
}

/** Adds a job as the API does, by default from a unique mailbox. Returns the enquiry's id. */
export async function submit(
  queues: Pick<Queues, 'submissions'>,
  change: Partial<ContactForm> = {},
  about: Record<string, unknown> = {},
): Promise<string> {
  // A mailbox can receive only a few acknowledgements per day.
  const email = `${crypto.randomUUID()}@example.org`;
  const payload = createSubmissionPayload({ ...createEnquiry({ email }), ...change });
  const { id } = payload;
  const content = createHash('sha256').update(JSON.stringify(payload.form)).digest('hex');
  await queues.submissions.add(
    storeSubmissionJob.name,
    { ...payload, ...about },
    { ...storeSubmissionJob.policy, jobId: id, deduplication: { id: content, ttl: 600_000 } },
  );
  return id;
}
