import { randomUUID } from 'node:crypto';

import { Queue, type Job } from 'bullmq';
import { Redis } from 'ioredis';

import { readApiConfig } from '../../api/config.ts';
import { startApi } from '../../api/app.ts';
import { storeSubmissionJob, type JobPayload } from '../../contract/jobs.ts';
import { createLogger } from '../../platform/logger.ts';

type Payload = JobPayload<typeof storeSubmissionJob>;
type SubmissionJob = Job<Payload>;
type SubmissionQueue = Queue<Payload>;

export interface ApiUnderTest {
  url: string;
  /** Sends the value to `POST /api/contact` as JSON. */
  post: (form: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** Sends the values as a browser without JavaScript does. */
  postForm: (fields: Record<string, string>, headers?: Record<string, string>) => Promise<Response>;
  /** What waits in Redis to be stored. */
  jobs: () => Promise<SubmissionJob[]>;
  /** Makes Redis forget a job and its content, as it does in time once the job is done. */
  forget: (id: string) => Promise<void>;
  /** Everything logged so far, one JSON object a line. */
  log: () => string;
  stopApi: () => Promise<void>;
  /** Stops the API and removes its keys, and no others, from Redis. */
  stop: () => Promise<void>;
}

/** An API of its own in this process, on a free port and under a prefix of its own in Redis. */
export async function startApiUnderTest(
  redisUrl: string,
  settings: Record<string, string> = {},
): Promise<ApiUnderTest> {
  const prefix = settings.QUEUE_PREFIX ?? `{test-${randomUUID()}}`;
  const config = readApiConfig({
    REDIS_URL: redisUrl,
    QUEUE_PREFIX: prefix,
    API_PORT: '0',
    RATE_LIMIT_PER_ADDRESS: '100000',
    RATE_LIMIT_PER_EMAIL: '100000',
    RATE_LIMIT_PER_MINUTE: '100000',
    ...settings,
  });
  let lines = '';
  const destination = { write: (line: string) => void (lines += line) };
  const logger = createLogger({ service: 'api', level: 'debug', format: 'json' }, destination);
  const api = await startApi(config, logger);
  const url = `http://127.0.0.1:${api.port}`;
  let stopped: Promise<void> | undefined;
  const stopApi = () => (stopped ??= api.stop());
  return {
    url,
    post: (form, headers = {}) =>
      fetch(`${url}/api/contact`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(form),
      }),
    postForm: (fields, headers = {}) =>
      fetch(`${url}/api/contact`, {
        method: 'POST',
        headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    jobs: () => withQueue(redisUrl, prefix, (queue) => queue.getJobs(['waiting', 'delayed'])),
    forget: (id) =>
      withQueue(redisUrl, prefix, async (queue) => {
        const job = await queue.getJob(id);
        await queue.removeDeduplicationKey(job?.deduplicationId ?? '');
        await job?.remove();
      }),
    log: () => lines,
    stopApi,
    async stop() {
      await stopApi();
      await removeKeys(redisUrl, prefix);
    },
  };
}

async function withQueue<Result>(
  redisUrl: string,
  prefix: string,
  use: (queue: SubmissionQueue) => Promise<Result>,
): Promise<Result> {
  const connection = { url: redisUrl };
  const queue: SubmissionQueue = new Queue(storeSubmissionJob.queue, { connection, prefix });
  try {
    return await use(queue);
  } finally {
    await queue.close();
  }
}

async function removeKeys(redisUrl: string, prefix: string): Promise<void> {
  const redis = new Redis(redisUrl);
  const keys = await redis.keys(`${prefix}*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}
