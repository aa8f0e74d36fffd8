import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import type { Passage } from '../../../storage/passages.ts';
import { eventsOf, type TracedJob } from './trace-submission.server.ts';

const second = 1_000;

function passage(change: Partial<Passage> = {}): Passage {
  return {
    _id: randomUUID(),
    reference: '0000-0000',
    status: 'accepted',
    createdAt: new Date(10 * second),
    storedAt: new Date(12 * second),
    notifications: {},
    ...change,
  };
}

function job(state: string, change: Partial<TracedJob> = {}): TracedJob {
  return {
    ...{ state, timestamp: 11 * second, attemptsMade: 0, failedReason: '', wasSent: false },
    ...change,
  };
}

function namesOf(...traced: Parameters<typeof eventsOf>): string[] {
  return eventsOf(...traced).map(({ at, what }) => `${at.getTime() / second} ${what}`);
}

it('lists the events from both stores in order', () => {
  const sentAt = new Date(14 * second);
  const sent = { status: 'sent', updatedAt: sentAt, sentAt } as const;
  const failed = {
    status: 'failed',
    updatedAt: new Date(15 * second),
    reason: 'smtp 550',
  } as const;
  expect(
    namesOf({
      passage: passage({ notifications: { staff: sent, acknowledgement: failed } }),
      store: job('completed'),
      mails: { staff: job('completed', { timestamp: 13 * second }) },
    }),
  ).toEqual([
    '10 accepted',
    '11 queued',
    '12 stored',
    '13 mail-queued',
    '14 mail-sent',
    '15 mail-failed',
  ]);
});

it('marks failures as severe', () => {
  const events = eventsOf({ store: job('failed'), mails: { staff: job('failed') } });
  expect(events.map(({ what, isSevere }) => [what, isSevere])).toEqual([
    ['queued', false],
    ['store-failed', true],
    ['mail-queued', false],
    ['mail-failed', true],
  ]);
});

it('lists events that only Redis has, with the number of attempts', () => {
  const data = { acceptedAt: new Date(10 * second).toISOString(), form: { firstName: 'Thandiwe' } };
  const waiting = job('delayed', { data, attemptsMade: 3, processedOn: 20 * second });
  const events = eventsOf({ store: { ...waiting, failedReason: 'MongoError 11600' }, mails: {} });
  expect(events.map(({ what }) => what)).toEqual(['accepted', 'queued', 'store-retried']);
  expect(events.at(-1)?.detail).toBe('3 attempts, MongoError 11600');
  expect(JSON.stringify(events)).not.toContain('Thandiwe');
});

it('reports an email as sent only if it was, not because its job is complete', () => {
  const mails = { staff: job('completed', { wasSent: true }), acknowledgement: job('completed') };
  expect(namesOf({ mails })).toEqual(['11 mail-queued', '11 mail-sent', '11 mail-queued']);
});

it('lists events that only MongoDB has', () => {
  expect(namesOf({ passage: passage({ status: 'quarantined' }), mails: {} })).toEqual([
    '10 accepted',
    '12 stored',
    '12 quarantined',
  ]);
});
