import { randomUUID } from 'node:crypto';
import type { Job } from 'bullmq';
import { inject } from 'vitest';

import { readApiConfig } from '../api/config.ts';
import { startApi } from '../api/app.ts';
import { contactPath } from '../contract/api.ts';
import type { storeSubmissionJob, JobPayload } from '../contract/jobs.ts';
import { createRecordingLogger } from './loggers.ts';
import { removeKeys } from './own-stores.ts';
import { noLimits } from './service.ts';
import { withQueues } from './queues.ts';

export interface ApiUnderTest {
  url: string;
  /** Sends the value to `POST /api/contact` as JSON. */
  post: (form: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** Sends the values as a browser without JavaScript does. */
  postForm: (fields: Record<string, string>, headers?: Record<string, string>) => Promise<Response>;
  /** The jobs that wait in Redis. */
  jobs: () => Promise<Job<JobPayload<typeof storeSubmissionJob>>[]>;
  /**
   * Removes a job and its deduplication key from Redis, as happens some time after it completes.
   */
  forget: (id: string) => Promise<void>;
  /** The log so far, one JSON object per line. */
  log: () => string;
  stopApi: () => Promise<void>;
  /** Stops the API and removes only its own keys from Redis. */
  stop: () => Promise<void>;
}

/** Starts an API in this process, on a free port and with its own prefix in Redis. */
export async function startApiUnderTest(
  settings: Record<string, string> = {},
): Promise<ApiUnderTest> {
  const all = {
    REDIS_URL: inject('redisUrl'),
    QUEUE_PREFIX: `{test-${randomUUID()}}`,
    API_PORT: '0',
    ...noLimits,
    ...settings,
  };
  const store = [all.REDIS_URL, all.QUEUE_PREFIX] as const;
  const { logger, log } = createRecordingLogger('api');
  const api = await startApi(readApiConfig(all), logger);
  const url = `http://127.0.0.1:${api.port}`;
  let stopped: Promise<void> | undefined;
  const stopApi = () => (stopped ??= api.stop());
  return {
    url,
    post: (form, headers = {}) =>
      fetch(`${url}${contactPath}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(form),
      }),
    postForm: (fields, headers = {}) =>
      fetch(`${url}${contactPath}`, {
        method: 'POST',
        headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    jobs: () =>
      withQueues(...store, (queues) => queues.submissions.getJobs(['waiting', 'delayed'])),
    forget: (id) =>
      withQueues(...store, async ({ submissions }) => {
        const job = await submissions.getJob(id);
        await submissions.removeDeduplicationKey(job?.deduplicationId ?? '');
        await job?.remove();
      }),
    log,
    stopApi,
    async stop() {
      await stopApi();
      await removeKeys(...store);
    },
  };
}
