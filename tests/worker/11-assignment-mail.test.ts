import { beforeEach, expect, it } from 'vitest';

import type { AssignmentEmails } from '#contract/notifications.ts';
import { findSubmission } from '#storage/submissions.ts';
import { createUser, changeUser } from '#storage/users.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { storeAccepted } from '#support/own-stores.ts';
import { settingsFor, startSmtpDouble } from '#support/smtp-double.ts';
import { createTestWorker } from '#support/test-worker.ts';
import { waitFor } from '#support/wait-for.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(async () => {
  const created = await createTestWorker({
    ...settingsFor(smtp),
    OFFICE_URL: 'https://office.example',
    SWEEP_EVERY_SECONDS: '1',
    SWEEP_AFTER_SECONDS: '86400',
  });
  await createUser(created.database, { username: 'naledi', password: 'marula branch teapot' });
  await created.start();
  return created;
});

beforeEach(async () => {
  smtp.accepted.length = 0;
  smtp.answers.recipient = () => undefined;
  await worker.database.submissions.deleteMany({});
});

async function wants(assignmentEmails: AssignmentEmails, email = 'naledi@example.co.za') {
  await changeUser(worker.database, { username: 'naledi' }, { assignmentEmails, email });
}

/** Stores an enquiry that a colleague assigned to naledi so many milliseconds ago. */
async function assigned(ago = 20_000) {
  const id = await storeAccepted(worker.database);
  const seen = await findSubmission(worker.database, id);
  if (!seen) throw new Error('It was not stored.');
  const $set = {
    ...{ 'handling.state': 'open' as const, 'handling.owner': 'naledi' },
    notifyOwner: new Date(Date.now() - ago),
  };
  await worker.database.submissions.updateOne({ _id: id }, { $set });
  return seen;
}

const untilNotified = () =>
  waitFor('all are notified', async () => {
    const left = await worker.database.submissions.countDocuments({ notifyOwner: { $ne: null } });
    return left === 0;
  });

it('emails a colleague once about all enquiries assigned to them, without personal data', async () => {
  await wants('immediately');
  // Not due yet, so that both become due together.
  const first = await assigned(0);
  const second = await assigned(0);
  await worker.database.submissions.updateMany(
    {},
    { $set: { notifyOwner: new Date(Date.now() - 20_000) } },
  );
  await untilNotified();
  expect(smtp.accepted).toHaveLength(1);
  const [email] = smtp.accepted;
  expect(email?.to).toEqual(['naledi@example.co.za']);
  for (const { reference, email: visitor } of [first, second]) {
    expect(email?.mail.text).toContain(`https://office.example/ops/enquiries/${reference}`);
    expect(email?.raw).not.toContain(visitor);
  }
});

it('waits until the assignment can no longer be undone', async () => {
  await wants('immediately');
  await assigned(0);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(smtp.accepted).toEqual([]);
  await untilNotified();
  expect(smtp.accepted).toHaveLength(1);
});

it('emails nobody who wants no emails or has no address', async () => {
  await wants('never');
  await assigned();
  await untilNotified();
  await wants('immediately', '');
  await assigned();
  await untilNotified();
  expect(smtp.accepted).toEqual([]);
});

it('tries again after an outage, but not after a refusal of the address', async () => {
  await wants('immediately');
  let attempts = 0;
  smtp.answers.recipient = () => ((attempts += 1) === 1 ? '451 4.3.0' : undefined);
  await assigned();
  await untilNotified();
  expect(smtp.accepted).toHaveLength(1);
  smtp.answers.recipient = () => '550 5.1.1';
  await assigned();
  await untilNotified();
  expect(smtp.accepted).toHaveLength(1);
});
