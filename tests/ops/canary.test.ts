import { createSecretKey, randomUUID } from 'node:crypto';
import { beforeAll, expect, it, onTestFinished } from 'vitest';

import { installationSecretKey } from '../../contract/email-counters.ts';
import { sendCanaryJob } from '../../contract/jobs.ts';
import { findFreePort } from '../../dev/ports.ts';
import { canaryForm, canaryHeader, markCanary } from '../../platform/canary.ts';
import { trackCanaries } from '../../platform/canary-proof.ts';
import { createRedis } from '../../platform/redis.ts';
import { countSubmissions } from '../../storage/search-submissions.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startPipeline } from '../../testing/running-product.ts';
import { postForm } from '../../testing/send-enquiry.ts';
import { serveSmallSite } from '../../testing/serve-site.ts';
import type { Service } from '../../testing/service.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { waitFor } from '../../testing/wait-for.ts';

const often = { CANARY_EVERY_MINUTES: '0.02' };
const to = 'canary@example.co.za';

const pipeline = forAllTests(startPipeline);
let api: Service;
let metrics: string;
let address: string;
const site = forAllTests(startProduct);

async function startProduct() {
  const port = String(await findFreePort());
  metrics = `http://127.0.0.1:${port}/metrics`;
  // If canaries were counted, the second one would exceed these limits.
  api = await pipeline.start('api', {
    API_METRICS_PORT: port,
    RATE_LIMIT_PER_ADDRESS: '1',
    RATE_LIMIT_PER_MINUTE: '1',
  });
  const served = await serveSmallSite({ apiUrl: api.url });
  await pipeline.start('worker', { SITE_URL: served.url, CANARY_EMAIL: to, ...often });
  return served;
}

function followed() {
  const redis = createRedis(pipeline.settings.REDIS_URL, 'background');
  onTestFinished(() => redis.disconnect());
  return trackCanaries(redis, pipeline.settings.QUEUE_PREFIX);
}

beforeAll(() => {
  address = site.url;
});

it('the canary is sent to the public URL, emailed to CANARY_EMAIL and then deleted', async () => {
  const canaries = followed();
  const { proven } = await waitFor('a canary has arrived', async () => {
    const proof = await canaries.read();
    return proof.proven && Object.keys(proof.proven.reached).length === 5 && proof;
  });
  expect(Object.keys(proven?.reached ?? {})).toEqual(['page', 'api', 'queue', 'mongodb', 'mail']);
  expect(api.output()).toMatch(/"method":"POST","route":"\/api\/contact","status":202/);
  const { accepted } = pipeline.mail;
  expect(new Set(accepted.flatMap((mail) => mail.to))).toEqual(new Set([to]));
  const [, id] = /<([^.]+)\.staff@/.exec(accepted[0]?.mail.messageId ?? '') ?? [];
  await waitFor('it is removed', async () => {
    const found = await pipeline.database.submissions.findById(id ?? '').lean();
    return found === null;
  });
});

it('the canary does not count towards limits or metrics, and staff do not see it', async () => {
  await waitFor('three emails have arrived', () => pipeline.mail.accepted.length >= 3);
  const text = await (await fetch(metrics)).text();
  const counted = [...text.matchAll(/^enquiries_accepted_total\{.*\} (\d+)$/gm)];
  expect(counted.map(([, count]) => count)).toEqual(['0', '0', '0', '0']);
  expect(await countSubmissions(pipeline.database, {})).toBe(0);
  expect(api.output()).not.toContain('"status":429');
});

it('the canary arrives again after the secret in Redis has changed', async () => {
  const { REDIS_URL, QUEUE_PREFIX } = pipeline.settings;
  const redis = createRedis(REDIS_URL, 'background');
  onTestFinished(() => redis.disconnect());
  await redis.set(installationSecretKey(QUEUE_PREFIX), 'another');
  const since = Date.now();
  const canaries = followed();
  await waitFor('a canary has arrived', async () => {
    const { proven } = await canaries.read();
    return proven !== undefined && proven.startedAt > since;
  });
});

it('an enquiry with a forged mark is not treated as a canary', async () => {
  const key = createSecretKey('not that of the installation', 'utf8');
  const id = randomUUID();
  const forged = { [canaryHeader]: markCanary(key, id, Date.now()) };
  const form = createUniqueEnquiry();
  const first = await postForm(address, { ...form, canary: true }, forged);
  expect(first.status).toBe(202);
  expect(first.headers.get(canaryHeader)).toBeNull();
  const { reference } = (await first.json()) as { reference: string };
  const stored = await waitFor('it is stored', () => pipeline.find(reference));
  expect(stored).not.toHaveProperty('canary');
  expect(stored._id).not.toBe(id);
  expect(await countSubmissions(pipeline.database, {})).toBe(1);
  // The enquiry above used up the limit, which a forged mark does not bypass.
  expect((await postForm(address, canaryForm(id), forged)).status).toBe(429);
});

it('sends no canary to an API that does not recognise canaries, and says why', async () => {
  const other = await startApiUnderTest();
  const front = await serveSmallSite({ apiUrl: other.url });
  const worker = await startTestWorker({ ...often, SITE_URL: front.url });
  onTestFinished(async () => {
    await worker.stop();
    await front.stop();
    await other.stop();
  });
  const newest = await waitFor('one was sent', async () => {
    const proof = await worker.canaries.read();
    return proof.newest?.failure !== undefined && proof.newest;
  });
  expect(newest.failure).toContain('The API does not recognise test enquiries');
  expect(Object.keys(newest.reached)).toEqual(['page']);
  expect(await other.jobs()).toEqual([]);
});

it('proves every step except email if there is no canary address', async () => {
  const QUEUE_PREFIX = `{test-${randomUUID()}}`;
  const own = await startApiUnderTest({ QUEUE_PREFIX });
  const front = await serveSmallSite({ apiUrl: own.url });
  const worker = await startTestWorker({ ...often, QUEUE_PREFIX, SITE_URL: front.url });
  onTestFinished(async () => {
    await worker.stop();
    await front.stop();
    await own.stop();
  });
  const proven = await waitFor('a canary has arrived', async () => {
    const proof = await worker.canaries.read();
    return proof.proven && Object.keys(proof.proven.reached).length === 4 && proof.proven;
  });
  expect(Object.keys(proven.reached)).toEqual(['page', 'api', 'queue', 'mongodb']);
});

it.each(['SITE_URL', 'API_URL'])(
  "reports a %s that resolves to the worker's own machine",
  async (name) => {
    const wrong = `https://localhost:${await findFreePort()}`;
    const worker = await startTestWorker({ ...often, SITE_URL: site.url, [name]: wrong });
    onTestFinished(() => worker.stop());
    const failure = await waitFor('it has failed', async () => {
      return (await worker.canaries.read()).newest?.failure;
    });
    expect(failure).toBe(
      `${name} (${wrong}) leads to the worker's own machine. Set it to the address that visitors use.`,
    );
    const line = '"reason":"refused","event":"canary was not accepted"';
    await waitFor('the log has the reason', () => worker.logs().includes(line));
  },
);

it('switching the canary off removes its schedule', async () => {
  const on = await startTestWorker({ ...often, SITE_URL: site.url });
  const { maintenance } = on.queues;
  const schedule = () => maintenance.getJobScheduler(sendCanaryJob.name);
  await waitFor('it has a schedule', schedule);
  const never = await startTestWorker({ ...on.settings, CANARY_EVERY_MINUTES: '0' });
  await waitFor('the schedule is gone', async () => !(await schedule()));
  await never.close();
  await on.stop();
});
