import { expect, it } from 'vitest';

import { UnconfirmedError } from '../../platform/unconfirmed-mail.ts';
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

it('uses the webhook if email fails, and mentions the failure on both channels', async () => {
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

it('sends at most three copies, two hours apart, of an email that is never confirmed', async () => {
  const copies: number[] = [];
  const { sent, channels } = createChannels();
  const hour = 3_600_000;
  let [state, now] = [unsent(), 0];
  const mail = (_message: AlertMessage, note: string) => {
    copies.push(now / hour);
    expect(note.includes('Sent again')).toBe(copies.length > 1);
    return Promise.reject(new UnconfirmedError('The answer was lost.'));
  };
  for (; now < 12 * hour; now += hour / 2) {
    state = await deliver(state, { ...channels, mail }, now, silent);
  }
  expect(copies).toEqual([0, 2, 4]);
  expect(sent).toEqual([
    'webhook | Critical: Email | Email to ALERT_EMAIL is failing (UnconfirmedError).',
  ]);
  expect(state).toMatchObject({ unsent: [], failing: { mail: { code: 'UnconfirmedError' } } });
});

it('does not delay later alerts while an earlier one waits to be sent again', async () => {
  const { sent, channels } = createChannels();
  const [first] = unsent().unsent;
  const state = { ...unsent(), unsent: [{ ...first, unconfirmed: [0] }, ...unsent().unsent] };
  await deliver(state as AlertState, { mail: channels.mail }, 60_000, silent);
  expect(sent).toEqual(['mail | Critical: Email']);
});

it('drops a message after a day', async () => {
  const { sent, channels } = createChannels();
  expect((await deliver(unsent(), channels, 86_400_000, silent)).unsent).toEqual([]);
  expect(sent).toEqual([]);
});
