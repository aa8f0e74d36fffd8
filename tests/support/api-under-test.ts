import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

import { contactPath } from '#contract/api.ts';
import { waitFor } from './wait-for.ts';
import { removeKeys } from './own-stores.ts';
import { noLimits, startService } from './service.ts';
import { withQueues } from './queues.ts';

export async function startApiUnderTest(settings: Record<string, string> = {}) {
  const all = {
    REDIS_URL: inject('redisUrl'),
    QUEUE_PREFIX: `{test-${randomUUID()}}`,
    LOG_LEVEL: 'debug',
    ...noLimits,
    ...settings,
  };
  const store = [all.REDIS_URL, all.QUEUE_PREFIX] as const;
  // It is not ready while Redis is down, but runs.
  const api = await startService('api', all, { waitUntilReady: false });
  const { url } = api;
  await waitFor('the API answers', () => fetch(`${url}/healthz`).then(Boolean, () => false));
  return {
    url,
    child: () => api.child,
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
    /** Removes a job as if it had completed, and it and its deduplication key had expired. */
    forget: (id: string) =>
      withQueues(...store, async ({ submissions }) => {
        const job = await submissions.getJob(id);
        await submissions.removeDeduplicationKey(job?.deduplicationId ?? '');
        await job?.remove();
      }),
    log: api.output,
    stopApi: api.stop,
    kill: api.kill,
    stop: async () => {
      await api.stop();
      await removeKeys(...store);
    },
  };
}
