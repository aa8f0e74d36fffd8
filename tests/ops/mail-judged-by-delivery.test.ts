import { afterEach, expect, it } from 'vitest';

import { findSubmission } from '#storage/submissions.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { runStaff, type JsonFinding } from '#support/office/run-staff.ts';
import { settingsFor, startSmtpDouble } from '#support/smtp-double.ts';
import { startTestWorker, submit } from '#support/test-worker.ts';
import { waitFor } from '#support/wait-for.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(() => startTestWorker(settingsFor(smtp)));

afterEach(() => {
  smtp.answers.recipient = () => undefined;
  smtp.answers.message = () => undefined;
});

async function findingOf(id: string): Promise<JsonFinding | undefined> {
  const env = { ...worker.settings, DATA_DIR: worker.settings.OUTBOX_DIR };
  const { out } = await runStaff(['doctor', '--json'], env);
  return (JSON.parse(out) as { findings: JsonFinding[] }).findings.find(
    (finding) => finding.id === id,
  );
}

function until(id: string, level: string) {
  return waitFor(
    `${id} is ${level}`,
    async () => {
      const finding = await findingOf(id);
      return finding?.level === level && finding;
    },
    20_000,
    300,
  );
}

/** Retries all delayed emails immediately, as the runbook says. */
async function promote(): Promise<void> {
  await worker.queues.notifications.promoteJobs();
}

it.each([
  ['452 4.3.1 Insufficient storage', '452 4.3.1'],
  ['550 5.7.1 Daily sending quota exceeded', '550 5.7.1'],
])('email is critical within two minutes while the server answers %s', async (reply, code) => {
  await submit(worker.queues);
  await until('mail', 'ok');
  smtp.answers.message = () => reply;
  await submit(worker.queues);
  const finding = await until('mail', 'critical');
  expect(finding.says).toContain(`The mail server does not accept our email (${code}), since `);
  expect(finding.link).toBe('docs/operations.md#email-has-stopped');
  smtp.answers.message = () => undefined;
  await promote();
  await until('mail', 'ok');
});

it('email is critical while the mail server drops connections', async () => {
  smtp.answers.recipient = () => 'cut';
  await submit(worker.queues);
  const finding = await until('mail', 'critical');
  expect(finding.says).toContain('The mail server does not accept our email (closed)');
  smtp.answers.recipient = () => undefined;
  await promote();
  await until('mail', 'ok');
});

it("ignores refusals of a single visitor's address", async () => {
  const email = 'relayed@example.org';
  smtp.answers.recipient = (address) => (address === email ? '550 5.7.1' : undefined);
  const id = await submit(worker.queues, { email });
  await waitFor('it was refused twice', () => smtp.asked.filter((to) => to === email).length > 1);
  expect((await findSubmission(worker.database, id))?.notifications.staff?.status).toBe('sent');
  expect((await findingOf('mail'))?.level).toBe('ok');
  smtp.answers.recipient = () => undefined;
  await promote();
  await waitFor('it is sent', async () => {
    const submission = await findSubmission(worker.database, id);
    return submission?.notifications.acknowledgement?.status === 'sent';
  });
});

it('names the staff mailbox that is permanently refused', async () => {
  const isStaff = (address: string) => address.startsWith('desk@');
  smtp.answers.recipient = (address) => (isStaff(address) ? '550 5.1.1 No such user' : undefined);
  await submit(worker.queues);
  const finding = await until('staff', 'critical');
  expect(finding.says).toBe('Staff are not being notified: desk@… is refused (5.1.1).');
  expect(finding.link).toBe('docs/operations.md#email-has-stopped');
  smtp.answers.recipient = () => undefined;
  await submit(worker.queues);
  await until('staff', 'ok');
});
