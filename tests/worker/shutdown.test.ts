import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';

import { forEachTest } from '#support/for-all-tests.ts';
import { startService, type Service } from '#support/service.ts';
import { notificationJobId } from '#contract/jobs.ts';
import { findSubmission } from '#storage/submissions.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';
import { waitFor } from '#support/wait-for.ts';
import { settingsFor, startSmtpDouble } from '#support/smtp-double.ts';
import { createTestWorker, submit } from '#support/test-worker.ts';

const smtp = forEachTest(startSmtpDouble);
const observer = forEachTest(createTestWorker);
const proxies = forEachTest(() => startStoreProxies(observer.settings));

const leftBehind = /"(submissions|notifications)","event":"stopped with jobs still running"/;

async function startWorker(waitUntilReady = true): Promise<Service> {
  const settings = { ...observer.settings, ...proxies.settings, ...settingsFor(smtp) };
  const service = await startService('worker', settings, { waitUntilReady });
  onTestFinished(() => service.kill());
  return service;
}

/** Stops the worker. The exit code is 0 only if the worker exited before its deadline. */
async function terminate({ child, output }: Service) {
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  child.kill('SIGTERM');
  const [code] = await exit;
  return { code, output: output() };
}

function holdMessages() {
  const held = { arrived: 0, release: () => {} };
  const released = new Promise<undefined>((resolve) => (held.release = () => resolve(undefined)));
  smtp.answers.message = () => {
    held.arrived += 1;
    return released;
  };
  return held;
}

it('completes running jobs before it stops, and takes no new ones', async () => {
  const worker = await startWorker();
  const held = holdMessages();
  const id = await submit(observer.queues);
  await waitFor('both emails are being sent', () => held.arrived === 2);
  const end = terminate(worker);
  await waitFor('it is stopping', () => worker.output().includes('"stopping"'));
  const late = await submit(observer.queues, { lastName: 'Late' });
  held.release();
  expect((await end).code).toBe(0);

  const { staff, acknowledgement } =
    (await findSubmission(observer.database, id))?.notifications ?? {};
  expect([staff?.status, acknowledgement?.status]).toEqual(['sent', 'sent']);
  expect(await observer.queues.submissions.getJob(late)).toMatchObject({ attemptsStarted: 0 });
});

it('leaves jobs to another worker if it cannot finish them in time', async () => {
  const worker = await startWorker();
  const held = holdMessages();
  const id = await submit(observer.queues);
  await waitFor('both emails are being sent', () => held.arrived === 2);
  const { code, output } = await terminate(worker);
  expect(output).toMatch(leftBehind);
  expect(code).toBe(0);
  const job = await observer.queues.notifications.getJob(notificationJobId(id, 'staff'));
  expect(await job?.isFailed()).toBe(false);
  held.release();
});

it('stops while waiting for its stores', async () => {
  await Promise.all([proxies.redis.down(), proxies.mongodb.down()]);
  const worker = await startWorker(false);
  await waitFor('it waits', () => worker.output().includes('waiting for mongodb'));
  expect((await terminate(worker)).code).toBe(0);
});
