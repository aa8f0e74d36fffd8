import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

import { readApiConfig } from '../api/config.ts';
import { startApi } from '../api/app.ts';
import { contactPath } from '../contract/api.ts';
import { createRecordingLogger } from './loggers.ts';
import { removeKeys } from './own-stores.ts';
import { noLimits } from './service.ts';
import { withQueues } from './queues.ts';

export type ApiUnderTest = Awaited<ReturnType<typeof startApiUnderTest>>;

/** Starts an API in this process, on a free port and with its own prefix in Redis. */
export async function startApiUnderTest(settings: Record<string, string> = {}) {
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
    post: (form: unknown, headers: Record<string, string> = {}) =>
      fetch(`${url}${contactPath}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(form),
      }),
    /** Posts the values like a browser without JavaScript. */
    postForm: (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(`${url}${contactPath}`, {
        method: 'POST',
        headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    jobs: () =>
      withQueues(...store, (queues) => queues.submissions.getJobs(['waiting', 'delayed'])),
    /** Removes a job and its deduplication key, as if it had completed and both had expired. */
    forget: (id: string) =>
      withQueues(...store, async ({ submissions }) => {
        const job = await submissions.getJob(id);
        await submissions.removeDeduplicationKey(job?.deduplicationId ?? '');
        await job?.remove();
      }),
    /** The log so far, one JSON object per line. */
    log,
    stopApi,
    /** Stops the API and removes only its own keys from Redis. */
    stop: async () => {
      await stopApi();
      await removeKeys(...store);
    },
  };
}
