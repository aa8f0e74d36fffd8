import { afterEach, expect, it } from 'vitest';

import { notificationJobId } from '../../contract/jobs.ts';
import type { NotificationKind } from '../../contract/notifications.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { settingsFor, startSmtpDouble } from '../../testing/smtp-double.ts';
import { startTestWorker, submit, submitWithAttempts } from '../../testing/test-worker.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(() => startTestWorker(settingsFor(smtp)));

afterEach(() => {
  smtp.answers.sender = () => undefined;
  smtp.answers.recipient = () => undefined;
  smtp.answers.message = () => undefined;
});

function untilState(id: string, kind: 'staff' | 'acknowledgement', status: string) {
  return waitFor(`${kind} is ${status}`, async () => {
    const state = (await findSubmission(worker.database, id))?.notifications[kind];
    return state?.status === status && state;
  });
}

async function counted(kind: string, outcome: string): Promise<number> {
  const pattern = `^enquiries_mails_total\\{kind="${kind}",outcome="${outcome}"\\} (\\d+)`;
  return Number(new RegExp(pattern, 'm').exec(await worker.metrics.write())?.[1]);
}

const outages = (kind: string) => counted(kind, 'outage');

function untilJob(id: string, kind: NotificationKind, state: 'completed' | 'failed') {
  const jobId = notificationJobId(id, kind);
  return waitFor(`its job is ${state}`, async () => {
    return (await worker.queues.notifications.getJobState(jobId)) === state;
  });
}

it.each([451, 421])('retries an email after the reply %i', async (code) => {
  let refusals = 0;
  const email = `busy-${code}@example.org`;
  smtp.answers.recipient = (address) => (address === email && ++refusals <= 2 ? code : undefined);
  const id = await submit(worker.queues, { email });
  await untilState(id, 'acknowledgement', 'sent');
  expect(refusals).toBe(3);
});

it.each([550, 553, 554])(
  'marks an email as failed immediately after %i, without a failed job or a warning',
  async (code) => {
    let refusals = 0;
    const before = await counted('acknowledgement', 'refused');
    const email = `gone-${code}@example.org`;
    smtp.answers.recipient = (address) => (address === email && ++refusals > 0 ? code : undefined);
    const id = await submit(worker.queues, { email });
    const state = await untilState(id, 'acknowledgement', 'failed');
    expect(state.reason).toBe(`smtp ${code}`);
    await untilState(id, 'staff', 'sent');
    // A mistyped address is not a failure of ours.
    await untilJob(id, 'acknowledgement', 'completed');
    expect(refusals).toBe(1);
    expect(await counted('acknowledgement', 'refused')).toBe(before + 1);
    expect(await counted('acknowledgement', 'failed')).toBe(0);
    const entries = worker.logs().split('\n');
    expect(
      entries.filter((line) => line.includes(id) && /"level":"(warn|error)"/.test(line)),
    ).toEqual([]);
    expect(entries.filter((line) => line.includes(id)).join()).toContain(
      `"reason":"smtp ${code}","event":"notification refused by its recipient"`,
    );
  },
);

it.each([550, 553])('leaves a failed job if staff cannot be emailed (%i)', async (code) => {
  const before = await counted('staff', 'failed');
  smtp.answers.recipient = (address) => (address === 'desk@example.co.za' ? code : undefined);
  const id = await submit(worker.queues, { lastName: `Wrong ${code}` });
  expect((await untilState(id, 'staff', 'failed')).reason).toBe(`smtp ${code}`);
  await untilJob(id, 'staff', 'failed');
  expect(await counted('staff', 'failed')).toBe(before + 1);
  expect(worker.logs()).toMatch(new RegExp(`"id":"${id}-staff".*"event":"job failed"`));
});

it('fails an email that the server refuses after receiving the message', async () => {
  smtp.answers.message = () => 554;
  const id = await submit(worker.queues, { lastName: 'Refused' });
  expect((await untilState(id, 'staff', 'failed')).reason).toBe('smtp 554');
});

it.each(['550 5.2.2', '552 5.2.2', '552'])('retries a full mailbox (%s)', async (reply) => {
  let refusals = 0;
  const email = `full-${reply.replaceAll(' ', '-')}@example.org`;
  smtp.answers.recipient = (address) => (address === email && ++refusals <= 2 ? reply : undefined);
  const id = await submit(worker.queues, { email });
  await untilState(id, 'acknowledgement', 'sent');
  expect(refusals).toBe(3);
  expect(await worker.metrics.write()).toMatch(
    /^enquiries_mails_total\{kind="acknowledgement",outcome="retried"\} [1-9]/m,
  );
});

it.each(['550 5.7.1', '554 5.7.1', '552 5.3.4'])(
  'treats the reply %s about a recipient as a refusal by our server, and reports it',
  async (reply) => {
    let refusals = 0;
    const before = await outages('acknowledgement');
    const email = `relay-${reply.replaceAll(' ', '-')}@example.org`;
    smtp.answers.recipient = (address) =>
      address === email && ++refusals <= 2 ? reply : undefined;
    const id = await submit(worker.queues, { email });
    await untilState(id, 'acknowledgement', 'sent');
    expect(await outages('acknowledgement')).toBe(before + 2);
    expect(worker.logs()).toMatch(
      new RegExp(
        `"level":"error".*"reason":"smtp ${reply}".*"event":"mail server refused our email"`,
      ),
    );
  },
);

it('treats 552 5.2.2 about the sender as a refusal by our server, not a full mailbox', async () => {
  let refusals = 0;
  const before = await outages('staff');
  smtp.answers.sender = () => (++refusals <= 4 ? '552 5.2.2' : undefined);
  const id = await submit(worker.queues, { lastName: 'Quota' });
  await untilState(id, 'staff', 'sent');
  await untilState(id, 'acknowledgement', 'sent');
  expect(await outages('staff')).toBeGreaterThan(before);
});

it('keeps retrying while our own login is refused', async () => {
  let refusals = 0;
  const email = 'login@example.org';
  smtp.answers.recipient = (address) => (address === email && ++refusals <= 1 ? 530 : undefined);
  const id = await submit(worker.queues, { email });
  await untilState(id, 'acknowledgement', 'sent');
});

it('fails an email only after its last attempt', async () => {
  smtp.answers.recipient = (address) => (address === 'never@example.org' ? 450 : undefined);
  const id = await submitWithAttempts(worker.queues, 'acknowledgement', 2, {
    email: 'never@example.org',
  });
  expect((await untilState(id, 'acknowledgement', 'failed')).reason).toBe('smtp 450');
  // The recipient's server never accepted the email, which we cannot fix.
  await untilJob(id, 'acknowledgement', 'completed');
});

it('leaves a failed job if our own server refuses the email until the last attempt', async () => {
  const email = 'relayed@example.org';
  smtp.answers.recipient = (address) => (address === email ? '550 5.7.1' : undefined);
  const id = await submitWithAttempts(worker.queues, 'acknowledgement', 2, { email });
  await untilState(id, 'acknowledgement', 'failed');
  await untilJob(id, 'acknowledgement', 'failed');
});

it("keeps the texts of servers' replies out of Redis and the log", async () => {
  const failed = await worker.queues.notifications.getFailed();
  expect(failed.length).toBeGreaterThan(3);
  for (const { failedReason } of failed) expect(failedReason).toMatch(/^smtp \d{3}( \d\.\d\.\d)?$/);
  const jobs = await worker.queues.notifications.getJobs(['failed', 'completed']);
  expect(jobs.length).toBeGreaterThan(failed.length);
  expect(JSON.stringify(jobs.map((job) => job.asJSON()))).not.toMatch(/@example|refused:/);
  expect(worker.logs()).not.toMatch(/@example|refused:/);
});
