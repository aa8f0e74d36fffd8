import { afterEach, expect, it } from 'vitest';

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

async function outages(kind: string): Promise<number> {
  const pattern = `^enquiries_mails_total\\{kind="${kind}",outcome="outage"\\} (\\d+)`;
  return Number(new RegExp(pattern, 'm').exec(await worker.metrics.write())?.[1]);
}

it.each([451, 421])('tries again after %i', async (code) => {
  let refusals = 0;
  const email = `busy-${code}@example.org`;
  smtp.answers.recipient = (address) => (address === email && ++refusals <= 2 ? code : undefined);
  const id = await submit(worker.queues, { email });
  await untilState(id, 'acknowledgement', 'sent');
  expect(refusals).toBe(3);
});

it.each([550, 553, 554])('gives up at once after %i, and says so to staff', async (code) => {
  let refusals = 0;
  const email = `gone-${code}@example.org`;
  smtp.answers.recipient = (address) => (address === email && ++refusals > 0 ? code : undefined);
  const id = await submit(worker.queues, { email });
  const state = await untilState(id, 'acknowledgement', 'failed');
  expect(state.reason).toBe(`smtp ${code}`);
  expect(refusals).toBe(1);
  await untilState(id, 'staff', 'sent');
});

it('gives up a message that is refused after it was sent', async () => {
  smtp.answers.message = () => 554;
  const id = await submit(worker.queues, { lastName: 'Refused' });
  expect((await untilState(id, 'staff', 'failed')).reason).toBe('smtp 554');
});

it.each(['550 5.2.2', '552 5.2.2', '552'])('tries a full mailbox again (%s)', async (reply) => {
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
  'takes %s to a recipient for a refusal of our own server, which alerts',
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
      new RegExp(`"level":"error".*"status":"${reply.slice(4)}".*"event":"mail server refuses us"`),
    );
  },
);

it('takes a quota that our sender has used up for the same, whatever the code', async () => {
  let refusals = 0;
  const before = await outages('staff');
  smtp.answers.sender = () => (++refusals <= 4 ? '552 5.2.2' : undefined);
  const id = await submit(worker.queues, { lastName: 'Quota' });
  await untilState(id, 'staff', 'sent');
  await untilState(id, 'acknowledgement', 'sent');
  expect(await outages('staff')).toBeGreaterThan(before);
});

it('goes on trying when the refusal is about our own login', async () => {
  let refusals = 0;
  const email = 'login@example.org';
  smtp.answers.recipient = (address) => (address === email && ++refusals <= 1 ? 530 : undefined);
  const id = await submit(worker.queues, { email });
  await untilState(id, 'acknowledgement', 'sent');
});

it('fails a mail only when its last attempt is spent', async () => {
  smtp.answers.recipient = (address) => (address === 'never@example.org' ? 450 : undefined);
  const id = await submitWithAttempts(worker.queues, 'acknowledgement', 2, {
    email: 'never@example.org',
  });
  expect((await untilState(id, 'acknowledgement', 'failed')).reason).toBe('smtp 450');
});

it('keeps what servers say out of Redis and the log', async () => {
  const failed = await worker.queues.notifications.getFailed();
  expect(failed.length).toBeGreaterThan(3);
  for (const { failedReason, stacktrace } of failed) {
    expect(failedReason).toMatch(/^smtp \d{3}$/);
    expect(JSON.stringify(stacktrace)).not.toMatch(/@example|refused:/);
  }
  expect(worker.logs()).not.toMatch(/@example|refused:/);
});
