import { expect, it } from 'vitest';

import { summarize, summarizeReplies } from './server.ts';

const since = new Date('2026-11-15T22:00:00Z');
const now = new Date('2026-11-24T10:00:00Z');
const figure = (at: string, more = {}) => ({
  createdAt: new Date(at),
  quarantined: false,
  doneAt: null,
  answeredOn: null,
  ...more,
});

it('counts by week in South African time', () => {
  const { weeks, spamShare } = summarize(
    [
      figure('2026-11-16T21:59:59Z'),
      figure('2026-11-22T22:00:00Z'),
      figure('2026-11-23T09:00:00Z', { quarantined: true }),
    ],
    since,
    now,
  );
  expect(weeks).toEqual([
    { day: '2026-11-16', received: 1, spam: 0 },
    { day: '2026-11-23', received: 1, spam: 1 },
  ]);
  expect(spamShare).toBeCloseTo(1 / 3);
});

it('computes the median time to close, which is null without closed enquiries', () => {
  const done = (hours: number) => {
    const createdAt = new Date('2026-11-16T08:00:00Z');
    return {
      createdAt,
      quarantined: false,
      answeredOn: null,
      doneAt: new Date(createdAt.getTime() + hours * 3_600_000),
    };
  };
  const { medianTimeToDone } = summarize([done(1), done(50), done(3)], since, now);
  expect(medianTimeToDone).toBe(3 * 3_600_000);
  expect(summarize([], since, now)).toMatchObject({ medianTimeToDone: null, spamShare: null });
});

it('counts replies within the promised working days, and overdue ones per colleague', () => {
  const answered = (answeredOn: string) => ({ answeredOn });
  const monday = '2026-11-16T10:00:00Z';
  const recent = [
    figure(monday, answered('2026-11-17')),
    figure(monday, answered('2026-11-18')),
    figure('2026-11-20T10:00:00Z'),
    // Closed without an answer: the first after its due day, the second on that day.
    figure(monday, { doneAt: new Date('2026-11-18T08:00:00Z') }),
    figure(monday, { doneAt: new Date('2026-11-17T08:00:00Z') }),
    // Neither answered nor overdue.
    figure('2026-11-23T10:00:00Z'),
    figure(monday, { quarantined: true }),
  ];
  const of = (owner: string | null, at: string, answeredOn: string | null = null) => {
    return { owner, createdAt: new Date(at), answeredOn };
  };
  const open = [
    of('naledi', '2026-11-20T10:00:00Z'),
    of('naledi', monday, '2026-11-24'),
    of(null, '2026-11-23T10:00:00Z'),
  ];
  const colleagues = ['johan', 'naledi'];
  const { replies, load } = summarizeReplies(recent, open, colleagues, now, { days: 1 });
  expect(replies).toEqual({ overdue: 1, due: 4, inTime: 1 });
  expect(load).toEqual([
    { owner: 'naledi', open: 2, overdue: 1 },
    { owner: null, open: 1, overdue: 0 },
    { owner: 'johan', open: 0, overdue: 0 },
  ]);
  expect(summarizeReplies(recent, open, colleagues, now, undefined).replies).toBeNull();
});
