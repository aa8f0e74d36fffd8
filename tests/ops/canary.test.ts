import { expect, it } from 'vitest';

import { sendCanaryJob } from '../../contract/jobs.ts';
import { countSubmissions, searchSubmissions } from '../../storage/search-submissions.ts';
import { findLastCanary } from '../../storage/submissions.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { settingsFor, startSmtpDouble } from '../../testing/smtp-double.ts';
import { startTestWorker, submit } from '../../testing/test-worker.ts';

const day = 86_400_000;

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(() =>
  startTestWorker({ ...settings(), CANARY_EMAIL: 'canary@example.co.za' }),
);
forAllTests(() => startTestWorker(worker.settings));

function settings() {
  return { ...settingsFor(smtp), CANARY_EVERY_MINUTES: '0.02' };
}

function canaries() {
  return worker.database.submissions.find({ canary: true }).lean().exec();
}

it('the canary goes through queue, MongoDB and mail server, to its own address only', async () => {
  const { mail: received, to } = await waitFor('its mail comes', () => smtp.accepted[0]);
  expect(to).toEqual(['canary@example.co.za']);
  expect(received.subject).toContain('coming through');
  expect(await waitFor('it is marked', () => findLastCanary(worker.database))).toBeInstanceOf(Date);
  expect(smtp.accepted.flatMap((accepted) => accepted.to)).not.toContain('desk@example.co.za');
});

it('the canary is not found by staff, and is deleted within a day', async () => {
  const [canary] = await waitFor('one is stored', async () => {
    const found = await canaries();
    return found.length > 0 && found;
  });
  expect(canary?.expiresAt.getTime()).toBe((canary?.storedAt.getTime() ?? 0) + day);
  const id = await submit(worker.queues, { lastName: 'Visitor' });
  const found = await waitFor('the enquiry is stored', async () => {
    const page = await searchSubmissions(worker.database, {}, { limit: 10 });
    return page.length > 0 && page;
  });
  expect(found.map(({ _id }) => _id)).toEqual([id]);
  expect(await countSubmissions(worker.database, {})).toBe(1);
});

it('the canary has one schedule, whatever the number of workers', async () => {
  const schedulers = await worker.queues.maintenance.getJobSchedulers();
  expect(schedulers.filter(({ name }) => name === sendCanaryJob.name)).toHaveLength(1);
  const before = (await canaries()).length;
  const started = Date.now();
  await waitFor('three more are stored', async () => (await canaries()).length >= before + 3);
  expect(Date.now() - started).toBeGreaterThan(2_000);
});

it('the canary counts as mailed where it has no address to be mailed to', async () => {
  const quiet = await startTestWorker(settings());
  const sent = smtp.accepted.filter(({ to }) => !to.includes('canary@example.co.za')).length;
  await waitFor('it is marked', () => findLastCanary(quiet.database));
  expect(smtp.accepted.filter(({ to }) => !to.includes('canary@example.co.za'))).toHaveLength(sent);
  await quiet.stop();
});

it('the canary is off by default, and its schedule is removed when it is switched off', async () => {
  const off = await startTestWorker({ ...worker.settings, CANARY_EVERY_MINUTES: '0' });
  await waitFor('the schedule is gone', async () => {
    return !(await off.queues.maintenance.getJobScheduler(sendCanaryJob.name));
  });
  await off.close();
});
