import { createHash } from 'node:crypto';

import type { ContactForm } from '../contract/contact-form.ts';
import { notificationJobId, storeSubmissionJob } from '../contract/jobs.ts';
import type { NotificationKind } from '../contract/notifications.ts';
import type { Queues } from '../platform/queues.ts';
import { readWorkerConfig } from '../worker/config.ts';
import { createContext } from '../worker/context.ts';
import { createWorker } from '../worker/worker.ts';
import { createEnquiry, createSubmissionPayload } from './enquiry.ts';
import { createRecordingLogger } from './loggers.ts';
import { ownStores } from './own-stores.ts';
import { waitFor } from './wait-for.ts';

export type TestWorker = Awaited<ReturnType<typeof createTestWorker>>;

/**
 * Creates a connected worker in this process, with its own stores. Call `start` when the test is
 * ready.
 */
export async function createTestWorker(settings: Record<string, string> = {}) {
  const stores = ownStores();
  const all = { ...stores.settings, ...settings };
  const { logger, log } = createRecordingLogger('worker');
  const context = createContext(
    readWorkerConfig({ WORKER_PORT: '0', DIGEST_AT: 'never', ...all }),
    logger,
  );
  const worker = createWorker(context);
  await context.database.connected;
  return {
    ...context,
    ...worker,
    settings: all,
    logs: log,
    stop: async () => {
      await worker.close();
      await stores.remove();
    },
  };
}

export async function startTestWorker(settings: Record<string, string> = {}): Promise<TestWorker> {
  const worker = await createTestWorker(settings);
  await worker.start();
  return worker;
}

/**
 * Adds the job of an accepted enquiry as the API does, by default from a unique mailbox. Returns
 * the enquiry's id.
 */
export async function submit(
  queues: Pick<Queues, 'submissions'>,
  change: Partial<ContactForm> = {},
): Promise<string> {
  // A mailbox can receive only a few acknowledgements per day.
  const email = `${crypto.randomUUID()}@example.org`;
  const payload = createSubmissionPayload({ ...createEnquiry({ email }), ...change });
  const { id } = payload;
  const content = createHash('sha256').update(JSON.stringify(payload.form)).digest('hex');
  await queues.submissions.add(storeSubmissionJob.name, payload, {
    ...storeSubmissionJob.policy,
    jobId: id,
    deduplication: { id: content, ttl: 600_000 },
  });
  return id;
}

/**
 * Submits a form, and limits the number of attempts to send its notification of the given kind.
 * Returns the enquiry's id.
 */
export async function submitWithAttempts(
  { submissions, notifications }: Queues,
  kind: NotificationKind,
  attempts: number,
  change: Partial<ContactForm>,
): Promise<string> {
  await notifications.pause();
  const id = await submit({ submissions }, change);
  const jobId = notificationJobId(id, kind);
  const job = await waitFor('it is queued', () => notifications.getJob(jobId));
  await job.remove();
  await notifications.add(job.name, job.data, {
    jobId,
    attempts,
    backoff: { type: 'fixed', delay: 50 },
  });
  await notifications.resume();
  return id;
}
