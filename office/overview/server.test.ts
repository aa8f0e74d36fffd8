import { expect, it } from 'vitest';

import type { Figure } from '#storage/figures.ts';
import { summarize } from './server.ts';

const since = new Date('2026-11-15T22:00:00Z');
const now = new Date('2026-11-24T10:00:00Z');
const monday = '2026-11-16T10:00:00Z';
const colleagues = ['johan', 'naledi'];

function figure(at: string, more: Partial<Figure> = {}): Figure {
  const none = { owner: null, doneAt: null, answeredOn: null, dueOn: null };
  return { createdAt: new Date(at), isSpam: false, ...none, ...more };
}

function summary(recent: Figure[], open: Figure[] = []) {
  return summarize({ recent, open }, colleagues, { since, now });
}

it('counts by week in South African time', () => {
  const { weeks } = summary([
    figure('2026-11-16T21:59:59Z'),
    figure('2026-11-22T22:00:00Z'),
    figure('2026-11-23T09:00:00Z', { isSpam: true }),
  ]);
  expect(weeks).toEqual([
    { day: '2026-11-16', received: 1, spam: 0 },
    { day: '2026-11-23', received: 1, spam: 1 },
  ]);
});

it('computes the median time to close, which is null without closed enquiries', () => {
  const done = (hours: number) =>
    figure(monday, { doneAt: new Date(Date.parse(monday) + hours * 3_600_000) });
  expect(summary([done(1), done(50), done(3)]).timeToClose).toBe(3 * 3_600_000);
  expect(summary([])).toMatchObject({ timeToClose: null, oldestOpen: null });
});

it('counts replies by the promised day, overdue ones, and open enquiries per colleague', () => {
  const due = { dueOn: '2026-11-17' };
  const recent = [
    figure(monday, { ...due, answeredOn: '2026-11-17' }),
    figure(monday, { ...due, answeredOn: '2026-11-18' }),
    figure(monday, due),
    // Closed without an answer: the first after its due day, the second on that day.
    figure(monday, { ...due, doneAt: new Date('2026-11-18T08:00:00Z') }),
    figure(monday, { ...due, doneAt: new Date('2026-11-17T08:00:00Z') }),
    // Neither answered nor overdue.
    figure('2026-11-23T10:00:00Z', { dueOn: '2026-11-24' }),
    figure(monday, { ...due, isSpam: true }),
  ];
  const open = [
    figure(monday, { ...due, owner: 'naledi' }),
    figure(monday, { ...due, owner: 'naledi', answeredOn: '2026-11-24' }),
    figure('2026-11-23T10:00:00Z', { dueOn: '2026-11-24' }),
  ];
  expect(summary(recent, open)).toMatchObject({
    ...{ open: 3, due: 4, inTime: 1, overdue: 1 },
    load: [
      { owner: 'naledi', open: 2 },
      { owner: null, open: 1 },
      { owner: 'johan', open: 0 },
    ],
  });
});
