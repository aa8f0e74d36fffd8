import { afterEach, expect, it } from 'vitest';

import { findSubmission } from '../../storage/submissions.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { settingsFor, startSmtpDouble } from '../../testing/smtp-double.ts';
import { startTestWorker, submit, submitWithAttempts } from '../../testing/test-worker.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(() => startTestWorker(settingsFor(smtp)));

afterEach(() => {
  smtp.answers.recipient = () => undefined;
  smtp.answers.message = () => undefined;
});

function untilState(id: string, kind: 'staff' | 'acknowledgement', status: string) {
  return waitFor(`${kind} is ${status}`, async () => {
    const state = (await findSubmission(worker.database, id))?.notifications[kind];
    return state?.status === status && state;
  });
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
  smtp.answers.message = () => 552;
  const id = await submit(worker.queues, { lastName: 'Refused' });
  expect((await untilState(id, 'staff', 'failed')).reason).toBe('smtp 552');
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
