import { afterEach, expect, it } from 'vitest';

import { countStaffNotifications, findOverdueEnquiries } from '../../storage/notifications.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startSmtpDouble } from '../../testing/smtp-double.ts';
import { startTestWorker, submit, submitWithAttempts } from '../../testing/test-worker.ts';

const [first, second, third] = ['first', 'second', 'third'].map((name) => `${name}@example.co.za`);

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(() =>
  startTestWorker({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'office@example.co.za',
    MAIL_STAFF: `${first}, ${second}, Third <Third@Example.co.za>`,
  }),
);

afterEach(() => {
  smtp.answers.recipient = () => undefined;
});

/**
 * Answers each recipient with the given codes in turn, and then repeats the last; undefined accepts
 * the recipient. Returns the number of requests for each address.
 */
function refuse(codes: Record<string, (number | undefined)[]>): Record<string, number> {
  const asked: Record<string, number> = {};
  smtp.answers.recipient = (recipient) => {
    const address = recipient.toLowerCase();
    const count = (asked[address] ?? 0) + 1;
    asked[address] = count;
    const answers = codes[address] ?? [];
    return answers[Math.min(count, answers.length) - 1];
  };
  return asked;
}

async function untilSent(id: string): Promise<void> {
  await waitFor('the email to staff is marked as sent', async () => {
    return (await findSubmission(worker.database, id))?.notifications.staff?.status === 'sent';
  });
}

/** The recipients of each staff notification that the server accepted, in order. */
function delivered(id: string): string[][] {
  return smtp.accepted
    .filter(({ mail }) => mail.messageId?.includes(`${id}.staff`))
    .map(({ to }) => to.map((address) => address.toLowerCase()));
}

function refusals(id: string): unknown[] {
  const lines = worker.logs().split('\n').filter(Boolean);
  return lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === 'some recipients were refused')
    .filter(({ submissionId }) => submissionId === id)
    .map(({ refused }) => refused);
}

it('retries a temporarily refused recipient, without emailing the others twice', async () => {
  refuse({ [second ?? '']: [450, 451, undefined], [third ?? '']: [450, undefined] });
  const id = await submit(worker.queues);
  await untilSent(id);
  expect(delivered(id)).toEqual([[first], [third], [second]]);
  expect(refusals(id)).toEqual([]);
  const staff = smtp.accepted.filter(({ mail }) => mail.messageId?.includes(`${id}.staff`));
  for (const { mail } of staff) expect(mail.to).toHaveLength(3);
});

it('does not count an enquiry as waiting once one recipient has the email', async () => {
  refuse({ [second ?? '']: [450] });
  const id = await submit(worker.queues, { lastName: 'Full mailbox' });
  const anyAge = new Date(Date.now() + 60_000);
  await waitFor('two recipients have the email', () => delivered(id).length > 0);
  await waitFor('no enquiry is overdue', async () => {
    return (await countStaffNotifications(worker.database, anyAge)).overdue === 0;
  });
  const stored = await findSubmission(worker.database, id);
  expect(stored?.notifications.staff?.status).toBe('pending');
  expect(await findOverdueEnquiries(worker.database, anyAge)).toEqual([]);
  refuse({});
  await worker.queues.notifications.promoteJobs();
  await untilSent(id);
});

it('does not retry a permanently refused recipient, and logs that once', async () => {
  const asked = refuse({ [first ?? '']: [550], [second ?? '']: [450, undefined] });
  const id = await submit(worker.queues, { lastName: 'Gone' });
  await untilSent(id);
  expect(delivered(id)).toEqual([[third], [second]]);
  expect(asked[first ?? '']).toBe(1);
  expect(refusals(id)).toEqual([1]);
});

it('marks the email as sent if only permanent refusals are left', async () => {
  refuse({ [second ?? '']: [450, 550] });
  const id = await submit(worker.queues, { lastName: 'Later gone' });
  await untilSent(id);
  expect(delivered(id)).toEqual([[first, third]]);
  expect(refusals(id)).toEqual([1]);
});

it('marks the email as sent after the last attempt, and logs how many did not get it', async () => {
  refuse({ [second ?? '']: [450] });
  const id = await submitWithAttempts(worker.queues, 'staff', 3, { lastName: 'Never' });
  await untilSent(id);
  expect(delivered(id)).toEqual([[first, third]]);
  expect(refusals(id)).toEqual([1]);
});

it('keeps no address in Redis or the log', async () => {
  const jobs = await worker.queues.notifications.getJobs();
  expect(JSON.stringify(jobs.map((job) => job.asJSON()))).not.toMatch(/@example/i);
  expect(worker.logs()).not.toMatch(/@example/i);
});
