import { expect, it } from 'vitest';

import { startAlertReceiver } from '#support/alert-receiver.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { withQueues } from '#support/queues.ts';
import { startPipeline } from '#support/running-product.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';
import { submit } from '#support/test-worker.ts';
import { waitFor } from '#support/wait-for.ts';

const pipeline = forAllTests(startPipeline);
const stores = forAllTests(() => startStoreProxies(pipeline.settings));
const receiver = forAllTests(() => startAlertReceiver(pipeline.mail));
const offices = forAllTests(async () => {
  await pipeline.start('worker', stores.settings);
  const running = await Promise.all([startOffice(), startOffice()]);
  return { running, stop: () => undefined };
});

function startOffice() {
  return pipeline.start('office', {
    ...stores.settings,
    ...receiver.settings,
    // Long enough for both processes to find Redis again before either says that it is back.
    ALERT_AFTER_MINUTES: '0.1',
    RUNBOOK_URL: 'https://wiki.example/operations',
  });
}

function sent(channel: 'mail' | 'webhook', title: string) {
  return receiver.alerts().filter((alert) => alert.channel === channel && alert.title === title);
}

function untilSent(channel: 'mail' | 'webhook', title: string) {
  return waitFor(`${title} by ${channel}`, () => sent(channel, title)[0]);
}

it('sends heartbeats, no alerts and nothing to the mail server while all is well', async () => {
  await waitFor('three heartbeats have arrived', () => receiver.heartbeats() >= 3);
  expect(receiver.alerts()).toEqual([]);
  expect(pipeline.mail.accepted).toEqual([]);
  expect(pipeline.mail.connections).toBe(0);
});

it('alerts once per channel about MongoDB, even with two processes, and when it is back', async () => {
  await stores.mongodb.down();
  await untilSent('webhook', 'Critical: MongoDB');
  await untilSent('mail', 'Critical: MongoDB');
  await stores.mongodb.up();
  await untilSent('webhook', 'Resolved: MongoDB');
  await untilSent('mail', 'Resolved: MongoDB');
  for (const channel of ['mail', 'webhook'] as const) {
    expect(sent(channel, 'Critical: MongoDB')).toHaveLength(1);
    expect(sent(channel, 'Resolved: MongoDB')).toHaveLength(1);
  }
});

it('alerts about Redis, in which the state of alerts is kept, with what to do', async () => {
  await stores.redis.down();
  const mail = await untilSent('mail', 'Critical: Redis');
  expect(mail.text).toMatch(/^Also affected: .*Waiting jobs/m);
  const post = await untilSent('webhook', 'Critical: Redis');
  for (const { text } of [mail, post]) {
    expect(text).toContain('What to do: ');
    expect(text).toContain('https://wiki.example/operations#redis-is-down');
  }
  const heartbeats = receiver.heartbeats();
  await stores.redis.up();
  await untilSent('webhook', 'Resolved: Redis');
  await untilSent('mail', 'Resolved: Redis');
  await waitFor('there are heartbeats again', () => receiver.heartbeats() > heartbeats + 2);
  // While the processes cannot agree which of them alerts, each does.
  expect(sent('webhook', 'Critical: Redis').length).toBeLessThanOrEqual(2);
  expect(sent('webhook', 'Resolved: Redis')).toHaveLength(1);
});

it('uses the webhook if email fails, and sends the email later, also after a restart', async () => {
  await pipeline.mail.stop();
  await withQueues(pipeline.settings.REDIS_URL, pipeline.settings.QUEUE_PREFIX, (queues) =>
    submit(queues),
  );
  await untilSent('webhook', 'Critical: Email');
  await Promise.all(offices.running.map((office) => office.stop()));
  const next = await startOffice();
  await waitFor('the checks have run', () => next.output().includes('"alert not sent"'));
  await pipeline.mail.start();
  await untilSent('mail', 'Critical: Email');
  expect(sent('webhook', 'Critical: Email')).toHaveLength(1);
  expect(sent('mail', 'Critical: Email')).toHaveLength(1);
});
