import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';

import { notificationJobId } from '../../contract/jobs.ts';
import { startProxyFor } from '../../testing/tcp-proxy.ts';
import { waitFor } from '../../testing/wait-for.ts';
import type { MailMessage } from '../../worker/mail/message.ts';
import { createSmtpMailer, sendLimits } from '../../worker/mail/smtp-mailer.ts';
import { forEachTest } from '../../testing/for-all-tests.ts';
import { silent } from '../../testing/loggers.ts';
import { storeAccepted, untilSent } from '../../testing/own-stores.ts';
import { settingsFor, startSmtpDouble } from '../../testing/smtp-double.ts';
import { createTestWorker, startTestWorker, submit } from '../../testing/test-worker.ts';

const smtp = forEachTest(startSmtpDouble);

const never = new Promise<undefined>(() => undefined);
const message: MailMessage = {
  submissionId: randomUUID(),
  kind: 'staff',
  from: { name: 'Office', address: 'office@example.co.za' },
  to: [{ name: 'Desk', address: 'desk@example.co.za' }],
  subject: 'An enquiry',
  text: 'An enquiry.',
  html: '<p>An enquiry.</p>',
  headers: {},
};

function mailerWith(limits: typeof sendLimits) {
  const mailer = createSmtpMailer(smtp.url, silent, limits);
  onTestFinished(() => mailer.close());
  return mailer;
}

it('waits at least ten minutes for the reply to a message, as in RFC 5321', () => {
  expect(sendLimits.answer).toBeGreaterThanOrEqual(600_000);
});

it('waits longer for the reply to a message than for other replies', async () => {
  const mailer = mailerWith({ handOver: 1_000, answer: 20_000 });
  smtp.answers.message = () => sleep(3_000, undefined);
  await mailer.send(message);
  expect(smtp.accepted).toHaveLength(1);
});

it('times out early if a server is silent before it has the message', async () => {
  const mailer = mailerWith({ handOver: 500, answer: 60_000 });
  smtp.answers.recipient = () => never;
  await expect(mailer.send(message)).rejects.toThrow();
});

it('times out if a server never replies, and closes the connection', async () => {
  const mailer = mailerWith({ handOver: 5_000, answer: 500 });
  smtp.answers.message = () => never;
  await expect(mailer.send(message)).rejects.toThrow();
  smtp.answers.message = () => undefined;
  await mailer.send(message);
  expect(smtp.accepted).toHaveLength(1);
});

it('does not count the wait for a free connection towards the time limit', async () => {
  const mailer = mailerWith({ handOver: 2_000, answer: 20_000 });
  smtp.answers.message = () => sleep(3_000, undefined);
  await Promise.all(Array.from({ length: 4 }, () => mailer.send(message)));
  expect(smtp.accepted).toHaveLength(4);
});

it('sends each email once to a server that takes twelve seconds for each', async () => {
  smtp.answers.message = () => sleep(12_000, undefined);
  const worker = await startTestWorker({
    ...settingsFor(smtp),
    WATCHDOG_AFTER_SECONDS: '5',
  });
  onTestFinished(() => worker.stop());
  const ids = await Promise.all([1, 2, 3].map((n) => submit(worker.queues, { lastName: `${n}` })));
  await Promise.all(ids.map((id) => untilSent(worker.database, id)));
  expect(smtp.asked).toHaveLength(6);
  expect(smtp.accepted).toHaveLength(6);
  expect(worker.logs()).not.toMatch(/made no progress|job stalled|will be retried/);
});

it('sends the daily digest once to a server that takes twenty seconds', async () => {
  smtp.answers.message = () => sleep(20_000, undefined);
  const worker = await createTestWorker({
    ...settingsFor(smtp),
    DIGEST_AT: '00:00',
    SWEEP_EVERY_SECONDS: '1',
    WATCHDOG_AFTER_SECONDS: '5',
  });
  onTestFinished(() => worker.stop());
  const screening = { score: 9, reasons: ['It was sent too fast.'], verdict: 'hidden' as const };
  await storeAccepted(worker.database, { screening });
  await worker.start();
  await waitFor('the digest is sent', () => worker.logs().includes('digest sent'));
  expect(smtp.asked).toHaveLength(1);
  expect(worker.logs()).not.toMatch(/made no progress|job stalled|will be retried/);
});

it('sends an email once if a Redis outage causes a retry before the server replies', async () => {
  const observer = await createTestWorker(settingsFor(smtp));
  onTestFinished(() => observer.stop());
  const proxy = await startProxyFor(observer.settings.REDIS_URL, 6_379);
  onTestFinished(() => proxy.down());
  const worker = await startTestWorker({ ...observer.settings, REDIS_URL: proxy.address });
  onTestFinished(() => worker.close());
  let isAsked = false;
  let answer = () => {};
  const answered = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
  smtp.answers.recipient = (address) => {
    if (!address.startsWith('desk@')) return undefined;
    isAsked = true;
    return answered;
  };
  const id = await submit(observer.queues, { lastName: 'Slow' });
  await waitFor('the email is being sent', () => isAsked);

  const { notifications } = observer.queues;
  const jobId = notificationJobId(id, 'staff');
  const lock = `${observer.settings.QUEUE_PREFIX}:notifications:${jobId}:lock`;
  await proxy.down();
  await waitFor('its lock is lost', async () => (await observer.redis.exists(lock)) === 0);
  await proxy.up();
  await waitFor('the job is taken again', async () => {
    return ((await notifications.getJob(jobId))?.attemptsStarted ?? 0) > 1;
  });
  smtp.answers.recipient = () => undefined;
  const later = await submit(observer.queues, { lastName: 'Later' });
  await untilSent(observer.database, later);
  answer();
  await untilSent(observer.database, id);
  await waitFor('its job is done', async () => {
    return (await notifications.getJob(jobId))?.isCompleted();
  });
  const ids = smtp.accepted.map(({ mail }) => mail.messageId).sort();
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids).toHaveLength(4);
});
