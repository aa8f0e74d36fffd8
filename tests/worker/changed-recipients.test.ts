import { afterEach, beforeEach, expect, it } from 'vitest';

import { notificationJobId } from '../../contract/jobs.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { settingsFor, startSmtpDouble, type SmtpDouble } from '../../testing/smtp-double.ts';
import { untilSent } from '../../testing/own-stores.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { createTestWorker, submit, type TestWorker } from '../../testing/test-worker.ts';

const [first, second, third] = ['first', 'second', 'third'].map((name) => `${name}@example.co.za`);

let smtp: SmtpDouble;
let observer: TestWorker;
let running: TestWorker | undefined;

beforeEach(async () => {
  smtp = await startSmtpDouble();
  observer = await createTestWorker(settingsFor(smtp));
});

afterEach(async () => {
  await running?.close();
  running = undefined;
  await observer.stop();
  await smtp.stop();
});

/** Replaces the running worker with one that notifies the given staff. */
async function mailTo(staff: (string | undefined)[]): Promise<void> {
  await running?.close();
  running = await createTestWorker({ ...observer.settings, MAIL_STAFF: staff.join(', ') });
  await running.start();
}

function staffJob(id: string) {
  const jobId = notificationJobId(id, 'staff');
  return waitFor('it is queued', () => observer.queues.notifications.getJob(jobId));
}

/** The recipients of each staff notification that the server accepted, in order. */
function delivered(): string[][] {
  return smtp.accepted
    .filter(({ mail }) => mail.messageId?.includes('.staff@'))
    .map(({ to }) => to);
}

it.each([
  ['a recipient is added', [third, second, first], [third, second]],
  ['their order has changed', [second, first], [second]],
  ['the recipient without a copy is replaced', [first, third], [third]],
  ['all recipients are replaced', [third], [third]],
])('sends only to recipients without an earlier copy if %s', async (_what, later, missing) => {
  smtp.answers.recipient = (address) => (address === second ? 450 : undefined);
  await mailTo([first, second]);
  const id = await submit(observer.queues, { lastName: 'Changed' });
  await waitFor('one recipient has the email', async () => {
    return delivered().length === 1 && (await staffJob(id)).progress !== 0;
  });
  await mailTo(later);
  smtp.answers.recipient = () => undefined;
  await untilSent(observer.database, id);
  expect(delivered()).toEqual([[first], missing]);
});

it('sends nothing more if the only recipient without the email is removed', async () => {
  smtp.answers.recipient = (address) => (address === second ? 450 : undefined);
  await mailTo([first, second]);
  const id = await submit(observer.queues, { lastName: 'Fewer' });
  await waitFor('one recipient has the email', async () => {
    return delivered().length === 1 && (await staffJob(id)).progress !== 0;
  });
  await mailTo([first]);
  await untilSent(observer.database, id);
  expect(delivered()).toEqual([[first]]);
});

it('marks a notification without recipients as withheld, not as sent', async () => {
  running = await createTestWorker(observer.settings);
  Object.assign(running.config.mail, { staff: [] });
  await running.start();
  const id = await submit(observer.queues, { lastName: 'Nobody' });
  const status = async () =>
    (await findSubmission(observer.database, id))?.notifications.staff?.status;
  await expect.poll(status).toBe('withheld');
  expect(delivered()).toEqual([]);
});
