import { beforeAll, expect, it } from 'vitest';

import { referenceOf } from '../../../contract/reference.ts';
import { findSubmission, storeSubmission } from '../../../storage/submissions.ts';
import { forAllTests } from '../../../testing/for-all-tests.ts';
import { openDatabase } from '../../../testing/own-stores.ts';
import { createAccepted } from '../../../testing/enquiry.ts';
import { addOfficer, runAsOfficer } from '../../../testing/office/run-staff.ts';

const database = forAllTests(openDatabase);
const submission = createAccepted();

beforeAll(async () => {
  await addOfficer(database);
  await storeSubmission(database, submission);
});

function correct(...args: string[]) {
  return runAsOfficer(['submissions', 'correct', submission.id, ...args], database.settings);
}

it('changes only the given fields', async () => {
  const before = await findSubmission(database, submission.id);
  const { code, notes } = await correct('--last-name', ' Dlamini ', '--email', 'new@example.org');
  expect(code).toBe(0);
  expect(notes).toMatch(/changed: lastName, email\.\n$/);
  expect(await findSubmission(database, submission.id)).toEqual({
    ...before,
    lastName: 'Dlamini',
    email: 'new@example.org',
    changedAt: expect.any(Date) as Date,
    handling: { ...before?.handling, version: 1 },
  });
});

it('records which fields were changed, without their values', async () => {
  const [record] = await database.audit.read({ limit: 1 });
  expect(record).toMatchObject({
    action: 'person.correct',
    subject: { ids: [submission.id], conditions: ['lastName', 'email'] },
  });
});

it('finds the correction in the audit trail by reference and by the new address', async () => {
  const found = async (...args: string[]) =>
    (await runAsOfficer(['submissions', 'audit', ...args], database.settings)).out;
  const reference = referenceOf(submission.id).toLowerCase();
  expect(await found('--reference', reference)).toContain('person.correct');
  expect(await found('--email', 'new@example.org')).toContain('person.correct');
  expect(await found('--account', 'nobody-here')).not.toContain('person.correct');
});

it.each([
  [['--email', 'nobody'], 'Please enter a valid email address'],
  [['--message', 'short'], 'Message must be at least 10 characters long'],
  [[], 'Give at least one field to correct.'],
])('refuses to correct an enquiry with %j, and says why', async (args, words) => {
  const { code, notes } = await correct(...args);
  expect(code).toBe(2);
  expect(notes).toContain(words);
});
