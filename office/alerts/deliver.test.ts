import { expect, it } from 'vitest';

import {
  nothingTold,
  type AlertChannel,
  type AlertMessage,
  type AlertState,
} from './alert-state.ts';
import { deliver } from './deliver.ts';

const began: AlertMessage = {
  event: 'began',
  level: 'critical',
  title: 'Critical: Mail',
  text: 'The mail server cannot be reached.',
  at: 0,
};
const silent = { sent: () => undefined, failed: () => undefined };

/** Ways that note what has left. */
function createChannels() {
  const left: string[] = [];
  const broken = new Set<AlertChannel>();
  const way = (channel: AlertChannel) => (message: AlertMessage, note: string) => {
    if (broken.has(channel)) return Promise.reject(Object.assign(new Error(), { code: 'EDOWN' }));
    left.push([channel, message.title, note].filter(Boolean).join(' | '));
    return Promise.resolve();
  };
  return { left, broken, channels: { mail: way('mail'), webhook: way('webhook') } };
}

function unsent(): AlertState {
  return { ...nothingTold, unsent: [{ message: began, channels: ['mail', 'webhook'] }] };
}

it('sends a message once on each way', async () => {
  const { left, channels } = createChannels();
  const state = await deliver(unsent(), channels, 0, silent);
  await deliver(state, channels, 1, silent);
  expect(left).toEqual(['mail | Critical: Mail', 'webhook | Critical: Mail']);
});

it('goes by the webhook when mail is what fails, and both say so', async () => {
  const { left, broken, channels } = createChannels();
  broken.add('mail');
  let state = await deliver(unsent(), channels, 0, silent);
  state = await deliver(state, channels, 60_000, silent);
  expect(left).toEqual([
    'webhook | Critical: Mail | Mail to ALERT_EMAIL fails at the moment (EDOWN).',
  ]);
  broken.clear();
  state = await deliver(state, channels, 120_000, silent);
  expect(left[1]).toBe(
    'mail | Critical: Mail | This is late: it was to leave at 1970-01-01 00:00 UTC, and this way failed (EDOWN).',
  );
  expect(state).toMatchObject({ unsent: [], failing: {} });
});

it('gives a message up after a day', async () => {
  const { left, channels } = createChannels();
  expect((await deliver(unsent(), channels, 86_400_000, silent)).unsent).toEqual([]);
  expect(left).toEqual([]);
});
