import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { notificationJob, notificationJobId, promotionLimit } from '../../contract/jobs.ts';
import { promoteDelayedJobs } from '../../worker/worker.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { settingsFor, startSmtpDouble } from '../../testing/smtp-double.ts';
import { startTestWorker, submit } from '../../testing/test-worker.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(() => startTestWorker(settingsFor(smtp)));
const other = forAllTests(() => startTestWorker(worker.settings));

it('leaves out a reply that can still be undone when MongoDB reconnects', async () => {
  const { name, data, opts } = notificationJob(randomUUID(), 'reply', { replyId: randomUUID() });
  const job = await worker.queues.notifications.add(name, data, { ...opts, delay: 300_000 });
  await promoteDelayedJobs(worker);
  expect(await job.isDelayed()).toBe(true);
  await job.remove();
});

it('does not use up the attempts of an email when MongoDB reconnects repeatedly', async () => {
  smtp.answers.recipient = () => 450;
  const id = await submit(worker.queues);
  const { notifications } = worker.queues;
  const jobId = notificationJobId(id, 'staff');

  /** Waits until the job is delayed, and extends the delay. Returns the attempts made. */
  async function attemptsMade(): Promise<number> {
    return waitFor('it waits for its next attempt', async () => {
      const job = await notifications.getJob(jobId);
      if (!(await job?.isDelayed())) return undefined;
      await job?.changeDelay(300_000).catch(() => undefined);
      return job?.attemptsMade;
    });
  }

  const before = await attemptsMade();
  for (let reconnect = 0; reconnect < 10; reconnect += 1) {
    await Promise.all([promoteDelayedJobs(worker), promoteDelayedJobs(other)]);
    await attemptsMade();
  }
  const after = await attemptsMade();
  expect(after).toBeGreaterThan(before);
  // The job may have been retried before its delay was extended for the first time.
  expect(after - before).toBeLessThanOrEqual(promotionLimit.times + 2);
});
