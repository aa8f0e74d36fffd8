import { expect, it } from 'vitest';

import { startAlertReceiver, type SentAlert } from '../../testing/alert-receiver.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startPipeline } from '../../testing/running-product.ts';
import { startStoreProxies } from '../../testing/tcp-proxy.ts';
import { waitFor } from '../../testing/wait-for.ts';

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
    ALERT_AFTER_MINUTES: '0.03',
    RUNBOOK_URL: 'https://wiki.example/operations',
  });
}

const alerted = (channel: SentAlert['channel']) => (title: string) =>
  receiver.alerts().filter((alert) => alert.channel === channel && alert.title === title);
const [mailed, posted] = [alerted('mail'), alerted('webhook')];

it('sends heartbeats but no alerts while everything is fine', async () => {
  await waitFor('three heartbeats have arrived', () => receiver.heartbeats() >= 3);
  expect(receiver.alerts()).toEqual([]);
  expect(pipeline.mail.accepted).toEqual([]);
});

it('alerts once per channel about a problem and its end, even with two processes', async () => {
  pipeline.mail.answers.message = () => 'lost';
  await stores.redis.down();
  await waitFor('it is reported', () => posted('Critical: Redis').length > 0);
  const [mail] = await waitFor('it is emailed', () => {
    const found = mailed('Critical: Redis');
    return found.length > 0 && found;
  });
  expect(mail?.text).toMatch(/Also affected: .*Queues/);
  const [post] = posted('Critical: Redis');
  for (const text of [mail?.text, post?.text]) {
    expect(text).toContain('What to do: See https://wiki.example/operations#redis-is-down.');
  }
  const heartbeats = receiver.heartbeats();
  await stores.redis.up();
  await waitFor('its end is reported', () => posted('Resolved: Redis').length > 0);
  await waitFor('its end is emailed', () => mailed('Resolved: Redis').length > 0);
  await waitFor('there are heartbeats again', () => receiver.heartbeats() > heartbeats + 2);
  for (const found of [posted, mailed]) {
    expect(found('Critical: Redis')).toHaveLength(1);
    expect(found('Resolved: Redis')).toHaveLength(1);
  }
  pipeline.mail.answers.message = () => undefined;
});

it('uses the webhook if email fails, and does not repeat alerts after a restart', async () => {
  await pipeline.mail.stop();
  const [post] = await waitFor('it is reported', () => {
    const found = posted('Critical: Mail server');
    return found.length > 0 && found;
  });
  expect(post?.text).toContain('Email to ALERT_EMAIL is failing (');
  await Promise.all(offices.running.map((office) => office.stop()));
  const next = await startOffice();
  await waitFor('the checks have run', () => next.output().includes('"alert not sent"'));
  await pipeline.mail.start();
  const [mail] = await waitFor('it is emailed', () => {
    const found = mailed('Critical: Mail server');
    return found.length > 0 && found;
  });
  expect(mail?.text).toContain('Delayed since ');
  await waitFor('its end is emailed', () => mailed('Resolved: Mail server').length > 0);
  await waitFor('its end is reported', () => posted('Resolved: Mail server').length > 0);
  expect(posted('Critical: Mail server')).toHaveLength(1);
  expect(mailed('Critical: Mail server')).toHaveLength(1);
});
