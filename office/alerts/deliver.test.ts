import { expect, it } from 'vitest';

import {
  emptyAlertState,
  type AlertChannel,
  type AlertMessage,
  type AlertState,
} from './alert-state.ts';
import { deliver } from './deliver.ts';

const began: AlertMessage = {
  event: 'began',
  level: 'critical',
  title: 'Critical: Email',
  text: 'The mail server cannot be reached.',
  at: 0,
};
const silent = { sent: () => undefined, failed: () => undefined };

/** Channels that record what was sent. */
function createChannels() {
  const sent: string[] = [];
  const broken = new Set<AlertChannel>();
  const way = (channel: AlertChannel) => (message: AlertMessage, note: string) => {
    if (broken.has(channel)) return Promise.reject(Object.assign(new Error(), { code: 'EDOWN' }));
    sent.push([channel, message.title, note].filter(Boolean).join(' | '));
    return Promise.resolve();
  };
  return { sent, broken, channels: { mail: way('mail'), webhook: way('webhook') } };
}

function unsent(): AlertState {
  return { ...emptyAlertState, unsent: [{ message: began, channels: ['mail', 'webhook'] }] };
}

it('sends a message once on each channel', async () => {
  const { sent, channels } = createChannels();
  const state = await deliver(unsent(), channels, 0, silent);
  await deliver(state, channels, 1, silent);
  expect(sent).toEqual(['mail | Critical: Email', 'webhook | Critical: Email']);
});

it('uses the webhook if email fails, and both channels say so', async () => {
  const { sent, broken, channels } = createChannels();
  broken.add('mail');
  let state = await deliver(unsent(), channels, 0, silent);
  state = await deliver(state, channels, 60_000, silent);
  expect(sent).toEqual(['webhook | Critical: Email | Email to ALERT_EMAIL is failing (EDOWN).']);
  broken.clear();
  state = await deliver(state, channels, 120_000, silent);
  expect(sent[1]).toBe(
    'mail | Critical: Email | Delayed since 1970-01-01 00:00 UTC: this channel was failing (EDOWN).',
  );
  expect(state).toMatchObject({ unsent: [], failing: {} });
});

it('drops a message after a day', async () => {
  const { sent, channels } = createChannels();
  expect((await deliver(unsent(), channels, 86_400_000, silent)).unsent).toEqual([]);
  expect(sent).toEqual([]);
});
