import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';

import { storeSubmissionJob } from '../../contract/jobs.ts';
import { addMonths } from '../../storage/submissions.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { startPipeline } from '../../testing/running-product.ts';
import { send } from '../../testing/send-enquiry.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { wrongBy } from '../../testing/service.ts';

const minutes = 60_000;
const years = 365 * 24 * 60 * minutes;
const pipeline = forAllTests(startPipeline);

it.each([
  ['API', 'ahead', 10 * minutes, 0],
  ['API', 'behind', -10 * minutes, 0],
  ['worker', 'ahead', 0, 10 * minutes],
  ['worker', 'behind', 0, -10 * minutes],
])(
  'stores an enquiry and sends its emails once if the clock of the %s is ten minutes %s',
  async (who, way, api, worker) => {
    const services = await Promise.all([
      pipeline.start('api', wrongBy(api)),
      pipeline.start('worker', wrongBy(worker)),
    ]);
    const reference = await send(services[0].url, `${who}-${way}`);
    await pipeline.untilSent(reference ?? '');
    const about = pipeline.mail.accepted.filter(({ mail }) => mail.text?.includes(reference ?? ''));
    expect(about).toHaveLength(2);
    const found = await pipeline.find(reference);
    expect(found?.createdAt.getTime()).toBeCloseTo(Date.now() + api, -5);
    await Promise.all(services.map((service) => service.stop()));
  },
);

/** Resolves once MongoDB has deleted all expired documents. */
async function untilExpiryHasRun(): Promise<void> {
  const _id = await storeAccepted(pipeline.database, { acceptedAt: new Date(0) });
  await waitFor(
    'expired documents are deleted',
    async () => (await pipeline.database.submissions.countDocuments({ _id })) === 0,
    130_000,
  );
}

it.each([
  ['api', 'ahead', 10 * years, 0],
  ['api', 'behind', -10 * years, 0],
  ['worker', 'ahead', 0, 10 * years],
  ['worker', 'behind', 0, -10 * years],
] as const)(
  'applies the retention period and reports the fault if the clock of the %s is ten years %s',
  async (who, way, api, worker) => {
    const services = await Promise.all([
      pipeline.start('api', wrongBy(api)),
      pipeline.start('worker', wrongBy(worker)),
    ]);
    const reference = await send(services[0].url, `${who}-years-${way}`);
    await pipeline.untilSent(reference);
    await untilExpiryHasRun();

    const found = await pipeline.find(reference);
    const now = Date.now();
    expect(found?.createdAt.getTime()).toBeCloseTo(now, -5);
    expect(found?.storedAt.getTime()).toBeCloseTo(now, -5);
    expect(found?.expiresAt.getTime()).toBeCloseTo(addMonths(new Date(now), 24).getTime(), -5);
    expect(found?.claimedAt?.getTime() ?? now).toBeCloseTo(now + api, -5);
    const about = pipeline.mail.accepted.filter(({ mail }) => mail.text?.includes(reference ?? ''));
    expect(about).toHaveLength(2);
    const lines = services[1].output().split('\n').filter(Boolean);
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ event: 'clock is wrong', clock: who }),
    );
    await Promise.all(services.map((service) => service.stop()));
  },
);

it.each([
  ['ahead', 10 * years],
  ['behind', -10 * years],
])('keeps failed jobs if the clock of a worker is ten years %s', async (_way, shift) => {
  const { REDIS_URL: url, QUEUE_PREFIX: prefix } = pipeline.settings;
  const queue = new Queue('submissions', { connection: { url }, prefix });
  const redis = new Redis(url);
  onTestFinished(async () => {
    await queue.close();
    redis.disconnect();
  });
  const add = async (timestamp = Date.now()) => {
    const jobId = randomUUID();
    const { name, policy } = storeSubmissionJob;
    await queue.add(name, { version: 2, id: jobId }, { ...policy, jobId, timestamp });
    return jobId;
  };
  const addFailed = async () => {
    const id = await add();
    await waitFor('the job has failed', async () => (await queue.getJob(id))?.isFailed());
    return id;
  };
  const untilSwept = async () => {
    const id = await add(1);
    await waitFor('old jobs are removed', async () => {
      await redis.zadd(queue.toKey('failed'), 'XX', 1, id);
      return !(await queue.getJob(id));
    });
  };
  const sweeping = { SWEEP_EVERY_SECONDS: '1' };

  const right = await pipeline.start('worker', sweeping);
  const before = await addFailed();
  await right.stop();
  const wrong = await pipeline.start('worker', { ...sweeping, ...wrongBy(shift) });
  const during = await addFailed();
  await untilSwept();
  await wrong.stop();
  const rightAgain = await pipeline.start('worker', sweeping);
  await untilSwept();
  await rightAgain.stop();
  for (const id of [before, during]) expect(await queue.getJob(id)).toBeDefined();
});
