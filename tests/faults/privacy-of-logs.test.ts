import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { expect, it } from 'vitest';

import { contactFieldNames } from '#contract/contact-fields.ts';
import { storeSubmissionJob } from '#contract/jobs.ts';
import type { Queues } from '#server/queues.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { withQueues } from '#support/queues.ts';
import { findFreePort } from '#support/free-port.ts';
import type { Service } from '#support/service.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { startProxyFor } from '#support/tcp-proxy.ts';
import { waitFor } from '#support/wait-for.ts';
import { startPipeline } from '#support/running-product.ts';
import { createMarkedEnquiry, type Enquiry } from '#support/enquiry.ts';

const { mark, form, post, get, expectNoMark } = createMarkedVisitor();

interface Watched extends Service {
  metrics: () => Promise<string>;
}

const pipeline = forAllTests(startPipeline);
const redis = forAllTests(startOwnRedis);
const services: Watched[] = [];

async function start(name: 'api' | 'worker', change: Record<string, string>): Promise<Watched> {
  const port = String(await findFreePort());
  const settings = { LOG_LEVEL: 'debug', [`${name.toUpperCase()}_METRICS_PORT`]: port, ...change };
  const service = await pipeline.start(name, settings);
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const watched = { ...service, metrics };
  services.push(watched);
  return watched;
}

/** Expects no mark in the metrics and output of all processes, or in any response so far. */
async function expectNoLeaks(): Promise<void> {
  const metrics = await Promise.all(services.map((service) => service.metrics()));
  for (const text of metrics) expect(text).toContain('process_cpu_seconds_total');
  expectNoMark(...metrics, ...services.map((service) => service.output()));
}

/** Calls a function with the pipeline's queues, typed so that they accept any payload. */
function useQueues<Result>(use: (queues: Record<keyof Queues, Queue>) => Promise<Result>) {
  return withQueues(pipeline.settings.REDIS_URL, pipeline.settings.QUEUE_PREFIX, use);
}

it('keeps form data out of logs, metrics and responses to an enquiry', async () => {
  const api = await start('api', { RATE_LIMIT_PER_ADDRESS: '4' });
  const good = JSON.stringify(form());
  const native = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };
  const json = { Accept: 'application/json' };
  const foreign = { ...native, Origin: `https://${mark}.example` };
  const trapped = { 'X-Form-Signals': `v1;t=${mark};h=1` };
  const statuses = [
    await post(api, good),
    await post(api, JSON.stringify(form())),
    await post(api, JSON.stringify(form()), trapped),
    await post(api, new URLSearchParams({ ...form() }).toString(), native),
    await post(api, JSON.stringify(form())),
    await post(api, new URLSearchParams({ ...form() }).toString(), native),
    await post(api, JSON.stringify(form({ email: mark })), json),
    await post(api, `{"firstName": ${mark}`),
    await post(api, JSON.stringify(form({ message: mark.repeat(8_000) }))),
    await post(api, good, { 'Content-Type': `text/${mark}` }),
    await post(api, good, { 'Content-Type': `application/json; charset=${mark}` }),
    await post(api, new URLSearchParams({ ...form() }).toString(), foreign),
    await post(api, `email=${mark}`, native),
    await post(api, good, { 'Idempotency-Key': `${mark} \u00e9` }),
  ];
  expect(statuses).toEqual([
    ...[202, 202, 202, 303, 429, 303, 400, 400, 413, 415, 415, 303, 303, 400],
  ]);
  for (const name of contactFieldNames) {
    const wrong = form({ [name]: `\u0000${mark.repeat(600)}` });
    expect(await post(api, JSON.stringify(wrong)), name).toBe(400);
  }
  for (const path of [
    `/${mark}`,
    `/api/contact/sent/${mark}`,
    `/api/contact?${mark}`,
    `/%ff${mark}`,
  ]) {
    expect(await get(`${api.url}${path}`)).toBeGreaterThanOrEqual(400);
  }
  expect(api.output()).toContain('"status":202');
  await expectNoLeaks();
});

it('leaks no form data when the mail server quotes the address, or a job is invalid', async () => {
  const api = await start('api', {});
  // The mail server quotes the address in this refusal.
  pipeline.mail.answers.recipient = () => 550;
  const worker = await start('worker', {});
  expect(await post(api, JSON.stringify(form()))).toBe(202);
  await useQueues(async ({ submissions, notifications }) => {
    await submissions.add(storeSubmissionJob.name, { version: 1, id: mark, form: form() });
    await notifications.add('unknown', { to: mark });
  });
  const refused = { 'notifications.acknowledgement.status': 'failed' };
  const reason = await waitFor('the email is refused', async () => {
    const submission = await pipeline.database.submissions.findOne(refused).lean();
    return submission?.notifications.acknowledgement?.reason;
  });
  expect(reason).toBe('smtp 550');
  for (const job of [storeSubmissionJob.name, 'unknown']) {
    const line = new RegExp(`"job":"${job}".*"job failed"`);
    await waitFor(`the invalid ${job} has failed`, () => line.test(worker.output()));
  }
  await expectNoLeaks();
});

it('leaks no form data when MongoDB quotes the document', async () => {
  const [api, worker] = services.slice(-2);
  const { collection } = pipeline.database.submissions;
  const { email, organisation } = form();
  await collection.deleteMany({});
  await collection.createIndex({ email: 1, organisation: 1 }, { unique: true }, {});
  const quoted = await collection
    .insertMany(['one', 'two'].map((_id) => ({ _id, email, organisation }) as never))
    .catch((error: unknown) => String(error));
  expect(quoted).toContain(mark);
  expect(await post(api as Service, JSON.stringify(form()))).toBe(202);
  await waitFor('the worker logs it', () => worker?.output().includes('"code":11000'));
  await expectNoLeaks();
  const reasons = await useQueues(async ({ submissions }) => {
    return (await submissions.getJobs(['delayed', 'waiting'])).map((job) => job.failedReason);
  });
  expect(reasons.join()).toMatch(/11000/);
  expectNoMark(...reasons);
  await pipeline.database.drop();
});

it('leaks no form data when MongoDB or Redis goes down', async () => {
  const mongodb = await startProxyFor(pipeline.settings.MONGODB_URI, 27_017);
  const shared = { REDIS_URL: redis.url, MONGODB_URI: mongodb.address };
  const api = await start('api', shared);
  const worker = await start('worker', shared);
  await mongodb.down();
  expect(await post(api, JSON.stringify(form()))).toBe(202);
  await waitFor('the worker logs it', () => /retried|failed|lost/.test(worker.output()));
  await redis.kill();
  expect(await post(api, JSON.stringify(form()))).toBe(503);
  await waitFor('the API logs it', () => api.output().includes('"status":503'));
  await expectNoLeaks();
});

/** A client that sends a mark in every value, and keeps all responses except HTML. */
interface MarkedVisitor {
  /** The mark in every value that is typed or sent, and nowhere else. */
  mark: string;
  form: (change?: Partial<Enquiry>) => Enquiry;
  post: (api: Service, body: string, headers?: Record<string, string>) => Promise<number>;
  get: (url: string) => Promise<number>;
  /** Fails if the mark appears in a response or in the given text. */
  expectNoMark: (...texts: string[]) => void;
}

function createMarkedVisitor(): MarkedVisitor {
  const mark = `zqx${randomUUID().slice(0, 8)}`;
  const answers: string[] = [];

  async function keep(response: Response): Promise<number> {
    const text = await response.text();
    // HTML is not checked, because the page with the form shows what was typed.
    if (!/html/.test(response.headers.get('content-type') ?? '')) answers.push(text);
    answers.push(...[...response.headers].flat());
    return response.status;
  }

  return {
    mark,
    form: (change = {}) => createMarkedEnquiry(mark, change),
    async post(api, body, headers = {}) {
      const response = await fetch(`${api.url}/api/contact`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': `${mark}-${randomUUID()}`,
          'User-Agent': mark,
          'X-Form-Signals': `v1;t=${mark};h=0`,
          ...headers,
        },
        body,
        redirect: 'manual',
      });
      return keep(response);
    },
    get: async (url) => keep(await fetch(url)),
    expectNoMark(...texts) {
      for (const text of [...answers, ...texts]) expect(text.toLowerCase()).not.toContain(mark);
    },
  };
}
