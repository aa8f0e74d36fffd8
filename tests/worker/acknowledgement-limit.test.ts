import { randomUUID } from 'node:crypto';

import { describe, expect, it, onTestFinished } from 'vitest';

import { notificationJobId, storeSubmissionJob } from '../../contract/jobs.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { sendNotification } from '../../worker/jobs/send-notification.ts';
import { createEnquiry, createSubmissionPayload } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { addOfficer, runAsOfficer } from '../../testing/office/run-staff.ts';
import { startSmtpDouble } from '../../testing/smtp-double.ts';
import { startTestWorker, submit } from '../../testing/test-worker.ts';
import { waitFor } from '../../testing/wait-for.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(() =>
  startTestWorker({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'office@example.co.za',
    MAIL_STAFF: 'desk@example.co.za',
  }),
);

/** Submits enquiries in sequence. Returns the outcome of each acknowledgement. */
async function submitAll(emails: string[]) {
  const states = [];
  for (const [index, email] of emails.entries()) {
    const id = await submit(worker.queues, { email, message: `Enquiry ${index} of ${email}` });
    states.push(
      await waitFor('nothing is pending', async () => {
        const { staff, acknowledgement } =
          (await findSubmission(worker.database, id))?.notifications ?? {};
        if (staff?.status !== 'sent' || acknowledgement?.status === 'pending') return undefined;
        return [acknowledgement?.status, acknowledgement?.reason].filter(Boolean).join(': ');
      }),
    );
  }
  return states;
}

function countMails(address: RegExp): number {
  return smtp.accepted.filter(({ to }) => to.some((each) => address.test(each))).length;
}

const withheld = 'withheld: the mailbox had already received 3 in a day';

it('limits a mailbox to three acknowledgements a day, but not staff notifications', async () => {
  const addresses = ['target@example.net', 'Target+1@example.net', 'TARGET@Example.net'];
  const more = ['target+2@example.net', 'target+a+b@example.net'];
  expect(await submitAll([...addresses, ...more, 'somebody@example.net'])).toEqual([
    ...['sent', 'sent', 'sent'],
    ...[withheld, withheld],
    'sent',
  ]);
  expect(countMails(/target/i)).toBe(3);
  expect(countMails(/desk/)).toBe(6);
  expect(await worker.metrics.write()).toContain(
    'enquiries_mails_total{kind="acknowledgement",outcome="withheld"} 2',
  );
  expect(worker.logs()).not.toMatch(/target/i);
});

it('stores no address in Redis, and deletes the counter after a day', async () => {
  const keys = await worker.redis.keys(`${worker.settings.QUEUE_PREFIX}:acknowledged:*`);
  expect(keys).toHaveLength(2);
  for (const key of keys) {
    expect(key).toMatch(/:acknowledged:[\w-]{43}$/);
    expect(await worker.redis.pttl(key)).toBeGreaterThan(86_000_000);
    expect(await worker.redis.pttl(key)).toBeLessThanOrEqual(86_400_000);
  }
});

it('counts an email once, however often it is retried', async () => {
  smtp.answers.recipient = (address) => (address.startsWith('tried') ? 450 : undefined);
  const id = await submit(worker.queues, { email: 'tried@example.net' });
  const jobId = notificationJobId(id, 'acknowledgement');
  const job = await waitFor('the email has been tried', async () => {
    const found = await worker.queues.notifications.getJob(jobId);
    return found && found.attemptsMade > 0 && found;
  });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(sendNotification(worker, job)).rejects.toThrow();
  }
  smtp.answers.recipient = () => undefined;
  expect(await submitAll(Array<string>(3).fill('tried+1@example.net'))).toEqual([
    ...['sent', 'sent'],
    withheld,
  ]);
  // The retried email, which was counted first, is still sent although the limit is now reached.
  await sendNotification(worker, job);
  expect(countMails(/tried/)).toBe(3);
});

it('counts each email for a day from its last attempt', async () => {
  const count = async (_id: string) =>
    (await worker.countAcknowledgement({ _id, email: 'patient@example.net' })) === undefined;
  const [key] = await keysOf(() => count('a'));
  for (const id of ['b', 'c']) expect(await count(id)).toBe(true);
  expect(await count('d')).toBe(false);
  // The margin of a minute allows for the worker's clock, which can be a second behind.
  const yesterday = Date.now() - 86_400_000 - 60_000;
  for (const id of ['a', 'b', 'c']) await worker.redis.zadd(key, yesterday, id);
  // The first email is retried a day later, and counts towards the new day.
  for (const id of ['a', 'd', 'e']) expect(await count(id)).toBe(true);
  expect(await count('b')).toBe(false);
});

describe('the hourly limit', () => {
  const limited = async (usual: number) => {
    const own = await startTestWorker({
      ACKNOWLEDGEMENTS_PER_HOUR: '6',
      MAIL_FROM: 'Desk <desk@Own.example>',
    });
    onTestFinished(() => own.stop());
    const today = Math.floor(Date.now() / 86_400_000);
    for (let ago = 1; ago <= 28; ago += 1) {
      const key = `${own.settings.QUEUE_PREFIX}:acknowledged-on:${today - ago}`;
      // A flood of ten days does not change the usual number.
      await own.redis.set(key, ago <= 10 ? 100_000 : usual);
    }
    return async (domain: string, mails: number) => {
      const found = [];
      for (let index = 0; index < mails; index += 1) {
        const email = `visitor-${index}@${domain}`;
        found.push(await own.countAcknowledgement({ _id: randomUUID(), email }));
      }
      return found;
    };
  };
  const sent = (count: number) => Array<undefined>(count).fill(undefined);
  const unusual = 'too many had been sent in an hour';

  it('allows at most a third of the total to each domain, and no more than the total', async () => {
    const count = await limited(0);
    const ofDomain = 'too many had been sent to its domain in an hour';
    expect(await count('client.example', 4)).toEqual([...sent(2), ofDomain, ofDomain]);
    expect(await count('other.example', 2)).toEqual(sent(2));
    expect(await count('third.example', 3)).toEqual([...sent(2), unusual]);
  });

  it('allows the whole total to our own domain', async () => {
    const count = await limited(0);
    expect(await count('own.example', 7)).toEqual([...sent(6), unusual]);
  });

  it('rises to the number sent on an ordinary day', async () => {
    const count = await limited(9);
    expect(await count('own.example', 10)).toEqual([...sent(9), unusual]);
  });
});

it('withholds an acknowledgement, and says why, if a network sent too many enquiries', async () => {
  const id = randomUUID();
  const form = createEnquiry({ email: 'networked@example.net' });
  const payload = { ...createSubmissionPayload(form), id, acknowledge: false as const };
  await worker.queues.submissions.add(storeSubmissionJob.name, payload, { jobId: id });
  const found = await waitFor('staff are notified', async () => {
    const submission = await findSubmission(worker.database, id);
    return submission?.notifications.staff?.status === 'sent' && submission.notifications;
  });
  expect(found.acknowledgement).toMatchObject({
    status: 'withheld',
    reason: 'too many enquiries had come from its network in an hour',
  });
  expect(countMails(/networked/)).toBe(0);
});

/** Runs the work. Resolves to the keys of the counters that the work added. */
async function keysOf(work: () => Promise<unknown>): Promise<[string, ...string[]]> {
  const match = `${worker.settings.QUEUE_PREFIX}:acknowledged:*`;
  const before = await worker.redis.keys(match);
  await work();
  const added = (await worker.redis.keys(match)).filter((key) => !before.includes(key));
  return added as [string, ...string[]];
}

it("deletes the counter when the person's data is erased", async () => {
  const email = 'erased@example.net';
  const [key] = await keysOf(() => submitAll([email, `erased+1@example.net`]));
  expect(await worker.redis.zcard(key)).toBe(2);
  await addOfficer(worker.database);
  const { code } = await runAsOfficer(
    ['submissions', 'erase', '--email', email, '--yes'],
    worker.settings,
  );
  expect(code).toBe(0);
  expect(await worker.redis.exists(key)).toBe(0);
});
