import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';

import { notificationJob } from '#contract/jobs.ts';
import { findSubmission } from '#storage/submissions.ts';
import { createMarkedEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { storeAccepted, untilSent } from '#support/own-stores.ts';
import { settingsFor, startSmtpDouble } from '#support/smtp-double.ts';
import { startTestWorker, submit } from '#support/test-worker.ts';
import { waitFor } from '#support/wait-for.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(() =>
  startTestWorker({
    ...settingsFor({ url: smtp.url.replace('//', '//office:secret@') }),
    MAIL_BOUNCES_TO: 'Bounces <bounces@example.co.za>',
    MAIL_STAFF: 'desk@example.co.za, two@example.co.za',
    STAFF_EMAILS_PER_HOUR: '1000',
    MARKED_EMAILS_PER_HOUR: '2',
    SWEEP_EVERY_SECONDS: '1',
  }),
);
const marked = { verdict: 'marked', score: 3, reasons: ['contains little but links'] };

beforeEach(() => {
  const accept = () => undefined;
  Object.assign(smtp.answers, {
    login: accept,
    sender: accept,
    recipient: accept,
    message: accept,
  });
});

const emailsOf = (id: string, kind: string) =>
  smtp.accepted.filter(({ mail }) => mail.messageId?.startsWith(`<${id}.${kind}`));
const stateOf = async (id: string, kind: 'staff' | 'acknowledgement') =>
  (await findSubmission(worker.database, id))?.notifications[kind];

it('sends the whole enquiry to staff, and logs nothing of it', async () => {
  const form = createMarkedEnquiry('MARKED');
  const id = await submit(worker.queues, form);
  await untilSent(worker.database, id);
  const [email] = emailsOf(id, 'staff');
  expect(email).toMatchObject({ to: ['desk@example.co.za', 'two@example.co.za'] });
  expect(email?.mail.replyTo?.[0]?.address).toBe(form.email);
  expect(email?.mail.text).toContain(form.message);
  expect(worker.logs()).not.toContain('MARKED');
});

it('directs only bounces of acknowledgements to MAIL_BOUNCES_TO', async () => {
  const id = await submit(worker.queues);
  await untilSent(worker.database, id);
  const [acknowledgement] = emailsOf(id, 'acknowledgement');
  expect(acknowledgement?.from).toBe('bounces@example.co.za');
  expect(acknowledgement?.mail.from?.address).toBe('office@example.co.za');
  expect(emailsOf(id, 'staff')[0]?.from).toBe('office@example.co.za');
});

it('lets nobody add headers or recipients', async () => {
  const victim = 'victim@example.org';
  const email = 'eve@example.org';
  const id = await submit(worker.queues, {
    email,
    firstName: `Eve "x" <${victim}>,`,
    lastName: `Bcc: ${victim}`,
    organisation: `X =?utf-8?q?=0D=0ABcc:_${victim}?=`,
    message: `We need you.\r\n.\r\nMAIL FROM:<${victim}>\r\nRCPT TO:<${victim}>\r\nBcc: ${victim}`,
  });
  await untilSent(worker.database, id);
  expect(smtp.asked).not.toContain(victim);
  const emails = smtp.accepted.filter(({ mail }) => mail.messageId?.includes(id));
  expect(emails).toHaveLength(2);
  for (const { mail, raw } of emails) {
    expect(mail.bcc).toBeUndefined();
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^bcc:|=\?utf-8\?q\?=0D/im);
  }
  const [staff] = emailsOf(id, 'staff');
  expect(staff?.mail.replyTo?.map(({ address }) => address)).toEqual([email]);
});

it('emails staff possible spam with the reasons, and sends no acknowledgement', async () => {
  const id = await submit(worker.queues, {}, { screening: marked });
  const [email] = await waitFor('it is sent', () => {
    const emails = emailsOf(id, 'staff');
    return emails.length > 0 && emails;
  });
  expect(email?.mail.subject).toMatch(/^\[possible spam\] Enquiry /);
  expect(email?.mail.text).toContain('contains little but links');
  const stored = await findSubmission(worker.database, id);
  expect(stored).toMatchObject({ marked: true, status: 'accepted' });
  expect(stored?.notifications.acknowledgement).toMatchObject({
    status: 'withheld',
    reason: 'possible spam',
  });
});

it('sends what is past the hourly budget in a summary, plain ones first, without Redis', async () => {
  const ids = await Promise.all(
    Array.from({ length: 4 }, () => submit(worker.queues, {}, { screening: marked })),
  );
  const withheld = await waitFor('some are withheld', async () => {
    const states = await Promise.all(ids.map((id) => stateOf(id, 'staff')));
    const waiting = states.filter((state) => state?.reason === 'summary');
    return states.every((state) => state && state.status !== 'pending') && waiting;
  });
  expect(withheld.length).toBeGreaterThanOrEqual(2);
  const plain = await storeAccepted(worker.database);
  const hourAgo = new Date(Date.now() - 3_100_000);
  const state = { status: 'withheld', reason: 'summary', updatedAt: hourAgo };
  const update = { $set: { 'notifications.staff': state } };
  await worker.database.submissions.updateOne({ _id: plain }, update);
  await waitFor('all are told', async () => {
    const states = await Promise.all([plain, ...ids].map((id) => stateOf(id, 'staff')));
    return states.every((state) => state?.status === 'sent');
  });
  const summary = smtp.accepted.find(({ mail }) => mail.messageId?.startsWith('<summary'));
  const text = summary?.mail.text ?? '';
  const { reference = '' } = (await findSubmission(worker.database, plain)) ?? {};
  expect(text.indexOf(reference)).toBeGreaterThan(0);
  expect(text.indexOf(reference)).toBeLessThan(text.indexOf('[possible spam]'));
});

it.each([
  ['login', '535 5.7.8'],
  ['sender', '550 5.1.1'],
] as const)('fails nothing while the %s is refused', async (step, reply) => {
  let refusals = 0;
  smtp.answers[step] = () => ((refusals += 1), reply);
  // The pool may hold a connection on which the login is done already.
  await smtp.stop();
  await smtp.start();
  const id = await submit(worker.queues);
  await waitFor('it is stored', () => findSubmission(worker.database, id));
  await waitFor('it was refused several times', () => refusals > 3);
  for (const kind of ['staff', 'acknowledgement'] as const) {
    expect((await stateOf(id, kind))?.status).not.toBe('failed');
  }
  smtp.answers[step] = () => undefined;
  await untilSent(worker.database, id);
});

it('retries staff emails that are refused for good, and gives up an acknowledgement', async () => {
  const email = 'gone@example.org';
  let refusals = 0;
  smtp.answers.recipient = (address) => {
    if (address === email) return '550 5.1.1';
    return (refusals += 1) > 2 ? undefined : '550 5.1.1';
  };
  const id = await submit(worker.queues, { email });
  await waitFor('staff have it', async () => (await stateOf(id, 'staff'))?.status === 'sent');
  const state = await waitFor('it failed', async () => {
    const state = await stateOf(id, 'acknowledgement');
    return state?.status === 'failed' && state;
  });
  expect(state.reason).toBe('smtp 550 5.1.1');
  expect(refusals).toBeGreaterThan(2);
});

it('gives up a reply that is refused for its recipient', async () => {
  const id = await submit(worker.queues);
  await untilSent(worker.database, id);
  const replyId = randomUUID();
  const reply = { id: replyId, by: 'naledi', name: 'Naledi', at: new Date(), text: 'Yes.' };
  const state = { status: 'pending', updatedAt: new Date(), replyId };
  await worker.database.submissions.updateOne(
    { _id: id },
    { $push: { 'handling.replies': reply }, $set: { 'notifications.reply': state } },
  );
  smtp.answers.recipient = () => '550 5.1.1';
  const before = smtp.asked.length;
  const { name, data, opts } = notificationJob(id, 'reply', { replyId });
  const job = await worker.queues.notifications.add(name, data, opts);
  await waitFor('its job is done', () => job.isCompleted());
  const stored = await findSubmission(worker.database, id);
  expect(stored?.notifications.reply).toMatchObject({ status: 'failed', reason: 'smtp 550 5.1.1' });
  expect(smtp.asked.length - before).toBe(1);
});

it('tells the checks which staff mailbox is refused while others accept', async () => {
  smtp.answers.recipient = (address) => (address === 'two@example.co.za' ? '550 5.1.1' : undefined);
  const id = await submit(worker.queues);
  await untilSent(worker.database, id);
  const key = `${worker.settings.QUEUE_PREFIX}:channel:mail:staff`;
  const refusals = await waitFor('it is noted', () => worker.redis.get(key));
  expect(JSON.parse(refusals)).toEqual({
    mailboxes: [{ address: 'two@example.co.za', reason: 'smtp 550 5.1.1' }],
    all: false,
  });
});

it('sends an email whose reply was lost again after 15 minutes, three times at most', async () => {
  const email = 'lost@example.org';
  smtp.answers.message = (id) => (id.includes('.acknowledgement') ? 'lost' : undefined);
  const id = await submit(worker.queues, { email });
  for (const copies of [1, 2, 3]) {
    await waitFor('a copy is sent', () => emailsOf(id, 'acknowledgement').length === copies);
    if (copies === 3) break;
    const job = await waitFor('it waits', async () => {
      // A job that was read before it was delayed does not know its delay.
      const { notifications } = worker.queues;
      const isDelayed = (await notifications.getJobState(`${id}-acknowledgement`)) === 'delayed';
      return isDelayed && (await notifications.getJob(`${id}-acknowledgement`));
    });
    expect(job.delay).toBeGreaterThan(800_000);
    const at = new Date(Date.now() - 1_000_000);
    const unconfirmed = Array.from({ length: copies }, () => at);
    const update = { $set: { 'notifications.acknowledgement.unconfirmed': unconfirmed } };
    await worker.database.submissions.updateOne({ _id: id }, update);
    await job.promote();
  }
  await waitFor('it failed', async () => {
    const state = await stateOf(id, 'acknowledgement');
    return state?.status === 'failed' && state.reason === 'unconfirmed';
  });
  expect(emailsOf(id, 'acknowledgement')).toHaveLength(3);
});
