import { createHash } from 'node:crypto';

import type { ContactForm } from '../contract/contact-form.ts';
import { notificationJobId, storeSubmissionJob } from '../contract/jobs.ts';
import type { NotificationKind } from '../contract/notifications.ts';
import type { Queues } from '../platform/queues.ts';
import { readWorkerConfig } from '../worker/config.ts';
import { createContext, type WorkerContext } from '../worker/context.ts';
import { createWorker, type RunningWorker } from '../worker/worker.ts';
import { createEnquiry, createSubmissionPayload } from './enquiry.ts';
import { createRecordingLogger, ownStores, type OwnStores } from './own-stores.ts';
import { waitFor } from './wait-for.ts';

/** A worker inside the test's process, on stores of its own. */
export interface TestWorker extends WorkerContext, RunningWorker {
  settings: OwnStores['settings'] & Record<string, string>;
  /** Every line that it has logged. */
  logs: () => string;
  /** Closes it and removes what it stored. */
  stop: () => Promise<void>;
}

/** Puts a worker together that is connected; `start` it when the test is ready. */
export async function createTestWorker(settings: Record<string, string> = {}): Promise<TestWorker> {
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
    async stop() {
      await worker.close();
      await stores.remove();
    },
  };
}

/** Puts a worker together and starts it. */
export async function startTestWorker(settings: Record<string, string> = {}): Promise<TestWorker> {
  const worker = await createTestWorker(settings);
  await worker.start();
  return worker;
}

/** Adds the job that the API adds for an accepted enquiry. Returns the submission's id. */
export async function submit(
  queues: Pick<Queues, 'submissions'>,
  change: Partial<ContactForm> = {},
): Promise<string> {
  const payload = createSubmissionPayload({ ...createEnquiry(), ...change });
  const { id } = payload;
  const content = createHash('sha256').update(JSON.stringify(payload.form)).digest('hex');
  await queues.submissions.add(storeSubmissionJob.name, payload, {
    ...storeSubmissionJob.policy,
    jobId: id,
    deduplication: { id: content, ttl: 600_000 },
  });
  return id;
}

/** Submits a form of whose mails the one of the given kind has few attempts. Returns the id. */
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
