import { afterEach, expect, it } from 'vitest';

import { forAllTests } from '#support/for-all-tests.ts';
import { startService, type Service } from '#support/service.ts';
import { findSubmission } from '#storage/submissions.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';
import { waitFor } from '#support/wait-for.ts';
import { settingsFor, startSmtpDouble } from '#support/smtp-double.ts';
import { createTestWorker, submit } from '#support/test-worker.ts';
import { untilSent } from '#support/own-stores.ts';

// The maximum time, in milliseconds, from a kill to the next attempt: the lock of the job expires
// after 10 s, and stalled jobs are checked every 5 s.
const recovery = 15_000;
const margin = 5_000;

const smtp = forAllTests(startSmtpDouble);
const observer = forAllTests(createTestWorker);
const proxies = forAllTests(() => startStoreProxies(observer.settings));
let services: Service[] = [];

afterEach(async () => {
  smtp.answers.message = () => undefined;
  await proxies.mongodb.up();
  await Promise.all(services.map((service) => service.kill()));
  services = [];
});

async function startWorker(): Promise<Service> {
  const settings = { ...observer.settings, ...proxies.settings, ...settingsFor(smtp) };
  const service = await startService('worker', settings);
  services.push(service);
  return service;
}

function mailsOf(id: string) {
  return smtp.accepted.filter(({ mail }) => mail.messageId?.includes(id));
}

it('stores an enquiry even if two workers are killed while storing it', async () => {
  let worker = await startWorker();
  proxies.mongodb.hang();
  const id = await submit(observer.queues);
  for (let kill = 1; kill <= 2; kill += 1) {
    await waitFor(
      'the job is taken',
      async () => {
        const job = await observer.queues.submissions.getJob(id);
        return (await job?.isActive()) && job?.attemptsStarted === kill;
      },
      recovery + margin,
    );
    await worker.kill();
    await proxies.mongodb.up();
    if (kill === 1) {
      worker = await startWorker();
      proxies.mongodb.hang();
    } else {
      worker = await startWorker();
    }
  }
  await waitFor('it is stored', () => findSubmission(observer.database, id), recovery + margin);
  await waitFor('both emails are sent', () => mailsOf(id).length === 2);
  expect(await observer.database.submissions.countDocuments({ _id: id })).toBe(1);
  const job = await waitFor('the job is completed', async () => {
    const storeJob = await observer.queues.submissions.getJob(id);
    return storeJob?.finishedOn !== undefined && storeJob;
  });
  expect(job.data).toMatchObject({ version: 1, id, stored: true });
});

it('sends an email within 20 seconds even if the worker is killed while sending it', async () => {
  const worker = await startWorker();
  let arrived = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  smtp.answers.message = () => {
    arrived += 1;
    return arrived > 2 ? undefined : released.then(() => 451);
  };
  const id = await submit(observer.queues, { lastName: 'Killed' });
  await waitFor('both emails are being sent', () => arrived === 2);
  await worker.kill();
  const killedAt = Date.now();
  release();
  await startWorker();
  await waitFor('both emails are sent', () => mailsOf(id).length === 2, recovery + margin);
  const took = Date.now() - killedAt;
  console.info(`Recovered ${took} ms after the kill.`);
  expect(took).toBeLessThan(recovery + margin);
});

it('does not resend an email if the worker is killed before marking it as sent', async () => {
  const worker = await startWorker();
  let arrived = 0;
  let hang: () => void = () => undefined;
  const hung = new Promise<void>((resolve) => (hang = resolve)).then(() => proxies.mongodb.hang());
  // Before, the other email would still need MongoDB.
  smtp.answers.message = () => {
    arrived += 1;
    if (arrived === 2) hang();
    return hung.then(() => undefined);
  };
  const id = await submit(observer.queues, { lastName: 'Unmarked' });
  await waitFor('Redis records both emails as sent', async () => {
    const jobs = await observer.queues.notifications.getJobs();
    const noted = jobs.filter(({ data, progress }) => {
      return data.submissionId === id && typeof progress === 'object' && 'sentAt' in progress;
    });
    return noted.length === 2;
  });
  await worker.kill();
  // The next worker may send emails that earlier tests left: they must not make MongoDB hang.
  smtp.answers.message = () => undefined;
  await proxies.mongodb.up();
  await startWorker();
  await untilSent(observer.database, id, recovery + margin);
  expect(mailsOf(id)).toHaveLength(2);
});
