import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import type { Passage } from '../../../storage/passages.ts';
import {
  minuteCounts,
  pointsOf,
  type FigurePoint,
  type Sources,
} from './pipeline-figures.server.ts';

const minute = 60_000;
const now = Date.parse('2026-11-22T10:30:20Z');

function passage(createdAt: number, storedAt = createdAt, change: Partial<Passage> = {}): Passage {
  return {
    _id: randomUUID(),
    reference: '0000-0000',
    status: 'accepted',
    createdAt: new Date(createdAt),
    storedAt: new Date(storedAt),
    notifications: {},
    ...change,
  };
}

const nothing = { stored: [], mailed: [], failed: [], waitingSince: new Map<string, number>() };

function lastOf(sources: Sources, span: 'hour' | 'day' | 'fortnight' = 'hour'): FigurePoint {
  const point = pointsOf(sources, span, now).at(-1);
  if (!point) throw new Error('There is no point.');
  return point;
}

it('counts enquiries and emails per minute, including accepted enquiries still in Redis', () => {
  const sent = { status: 'sent', updatedAt: new Date(now), sentAt: new Date(now - 5_000) } as const;
  const passages = [
    passage(now - 10_000, now - 9_000, { notifications: { staff: sent, acknowledgement: sent } }),
    passage(now - 2 * minute, now - 2 * minute, { status: 'quarantined' }),
  ];
  const queues = { ...nothing, waitingSince: new Map([[randomUUID(), now - 12_000]]) };
  const points = pointsOf({ passages, queues }, 'hour', now);
  expect(points).toHaveLength(60);
  expect(points.at(-1)).toMatchObject({
    accepted: 2,
    stored: 1,
    mailed: 2,
    quarantined: 0,
    failed: 0,
  });
  expect(points.at(-3)).toMatchObject({ accepted: 1, stored: 1, quarantined: 1 });
});

it('counts an enquiry only once if it is in both stores', () => {
  const one = passage(now - 10_000);
  const queues = { ...nothing, waitingSince: new Map([[one._id, now - 10_000]]) };
  expect(lastOf({ passages: [one], queues }).accepted).toBe(1);
});

it('shows a wait in every minute that it lasts', () => {
  const points = pointsOf({ passages: [passage(now - 5 * minute, now - 3 * minute)] }, 'hour', now);
  expect(points.slice(-7).map(({ waited }) => waited)).toEqual([
    0, 40_000, 100_000, 120_000, 0, 0, 0,
  ]);
});

it('uses the counts of the workers while MongoDB is down, and null for unknown figures', () => {
  const queues = { ...nothing, stored: [{ at: now - 10_000, count: 4 }] };
  const unknown = { accepted: null, quarantined: null, waited: null };
  expect(lastOf({ queues })).toMatchObject({ ...unknown, stored: 4, mailed: 0, failed: 0 });
  expect(lastOf({ passages: [] })).toMatchObject({ accepted: 0, failed: null });
});

it('aligns long intervals with days in South Africa', () => {
  const starts = pointsOf({ passages: [] }, 'fortnight', now).map(({ at }) => at.toISOString());
  expect(starts).toHaveLength(56);
  expect(starts.at(-1)).toBe('2026-11-22T10:00:00.000Z');
  expect(starts.at(-2)).toBe('2026-11-22T04:00:00.000Z');
});

it('reads the number of jobs per minute from BullMQ, including the latest minute', () => {
  const prevTS = now - 3 * minute;
  const found = minuteCounts({ meta: { count: 12, prevTS, prevCount: 9 }, data: [2, 0, 7] });
  const began = Math.floor(prevTS / minute) * minute;
  expect(found).toEqual([
    { at: began, count: 3 },
    { at: began - minute, count: 2 },
    { at: began - 3 * minute, count: 7 },
  ]);
  expect(minuteCounts({ meta: { count: 0, prevTS: 0, prevCount: 0 }, data: [] })).toEqual([]);
});
