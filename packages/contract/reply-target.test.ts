import fc from 'fast-check';
import { expect, it } from 'vitest';

import { isAnsweredInTime, overdueBefore, replyDueOn, replyTargetOf } from './reply-target.ts';
import { localDay } from './time.ts';

const closedOn = ['2026-11-04', { from: '2026-12-28', to: '2026-12-31' }];

it.each([
  ['one working day', 1],
  ['Two working days', 2],
  ['10 working days', 10],
  ['zero working days', undefined],
  ['0 working days', undefined],
  ['24 hours', undefined],
  [undefined, undefined],
])('reads %j as a target of %s', (promise, target) => {
  expect(replyTargetOf({ replyWithin: promise })?.days).toBe(target);
});

it.each([
  ['on a Friday', '2026-11-20T08:00:00Z', '2026-11-23'],
  ['on a Saturday', '2026-11-21T08:00:00Z', '2026-11-23'],
  ['late on a Sunday, which is Monday in South Africa', '2026-11-22T22:30:00Z', '2026-11-24'],
  ['before a public holiday', '2026-12-15T08:00:00Z', '2026-12-17'],
  ['before closed days', '2026-12-24T08:00:00Z', '2027-01-04'],
])('counts the reply time from the day after an enquiry %s', (_when, createdAt, due) => {
  expect(replyDueOn(new Date(createdAt), { days: 1, closedOn })).toBe(due);
});

it('calls a reply overdue as soon as its last day is over', () => {
  const times = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2027-12-31'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(times, times, fc.integer({ min: 1, max: 10 }), (createdAt, now, days) => {
      const target = { days, closedOn };
      const isOverdue = replyDueOn(createdAt, target) < localDay(now);
      expect(createdAt < overdueBefore(now, target)).toBe(isOverdue);
    }),
  );
});

it.each([
  ['answered on the day', '2026-11-24', null, true],
  ['answered a day late', '2026-11-25', null, false],
  ['unanswered and overdue', null, null, false],
  ['closed unanswered on the day', null, '2026-11-24T15:00:00Z', undefined],
  ['closed unanswered a day late', null, '2026-11-25T08:00:00Z', false],
])('judges whether the reply was in time: %s', (_what, answeredOn, closed, inTime) => {
  const doneAt = closed === null ? null : new Date(closed);
  const now = new Date('2026-11-27T08:00:00Z');
  expect(isAnsweredInTime({ answeredOn, doneAt }, '2026-11-24', now)).toBe(inTime);
});

it('does not judge an unanswered enquiry on the day on which its reply is due', () => {
  const now = new Date('2026-11-24T20:00:00Z');
  const reply = { answeredOn: null, doneAt: null };
  expect(isAnsweredInTime(reply, '2026-11-24', now)).toBeUndefined();
});
