import { afterAll, beforeAll, expect, it } from 'vitest';

import { notificationJobId, promotionLimit } from '../../contract/jobs.ts';
import { promoteDelayedJobs } from '../../worker/worker.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { settingsFor, startSmtpDouble, type SmtpDouble } from '../../testing/smtp-double.ts';
import { startTestWorker, type TestWorker } from './start-test-worker.ts';
import { submit } from './submit.ts';

let smtp: SmtpDouble;
let worker: TestWorker;
let other: TestWorker;

beforeAll(async () => {
  smtp = await startSmtpDouble();
  worker = await startTestWorker(settingsFor(smtp));
  other = await startTestWorker(worker.settings);
});

afterAll(async () => {
  await other.close();
  await worker.remove();
  await smtp.close();
});

it('does not use up the attempts of a mail by coming back again and again', async () => {
  smtp.answerRecipient = () => 450;
  const id = await submit(worker.queues);
  const { notifications } = worker.queues;
  const jobId = notificationJobId(id, 'staff');

  /** The attempts made, once the job waits for its next, which is then put off for minutes. */
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
  // The first that fails may come again by itself before it is put off.
  expect(after - before).toBeLessThanOrEqual(promotionLimit.times + 2);
});
