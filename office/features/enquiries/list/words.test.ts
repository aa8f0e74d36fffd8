import { expect, it } from 'vitest';

import { tabs } from '../../../office-views.ts';
import { after, ageOf, belongsTo, describeAct } from './words.ts';

const now = Date.parse('2026-11-22T10:00:00Z');

it.each([
  ['2026-11-22T09:59:40Z', 'just now'],
  ['2026-11-22T10:00:30Z', 'just now'],
  ['2026-11-22T09:59:00Z', '1 minute ago'],
  ['2026-11-22T09:15:00Z', '45 minutes ago'],
  ['2026-11-22T08:00:00Z', '2 hours ago'],
  ['2026-11-21T22:30:00Z', '11 hours ago'],
  ['2026-11-21T21:30:00Z', 'yesterday'],
  ['2026-11-17T10:00:00Z', '5 days ago'],
  ['2026-11-01T10:00:00Z', '1 Nov'],
  ['2025-12-31T10:00:00Z', '31 Dec 2025'],
])('an enquiry of %s came %j, by the days of South Africa', (iso, words) => {
  expect(ageOf(iso, now)).toBe(words);
});

it('does not call the evening before midnight yesterday while it is hours ago', () => {
  expect(ageOf('2026-11-21T21:00:00Z', Date.parse('2026-11-21T23:00:00Z'))).toBe('2 hours ago');
});

it('says what was done with one enquiry or with many', () => {
  const one = ['7F3K-92QD'];
  expect(describeAct({ kind: 'assign', owner: 'me' }, one, 'me')).toBe('7F3K-92QD taken.');
  expect(describeAct({ kind: 'assign', owner: 'you' }, one, 'me')).toBe('7F3K-92QD given to you.');
  expect(describeAct({ kind: 'assign', owner: null }, one, 'me')).toBe('7F3K-92QD given back.');
  expect(describeAct({ kind: 'finish' }, ['a', 'b', 'c'], 'me')).toBe('3 enquiries finished.');
});

const fresh = { status: 'accepted', state: 'new', owner: null } as const;

it('shows at once in which lists an enquiry is after a change', () => {
  const listsAfter = (...acts: Parameters<typeof after>[0][]) => {
    let row: Parameters<typeof belongsTo>[1] = fresh;
    for (const act of acts) row = { ...row, ...after(act, row, 'me') };
    return tabs.filter((tab) => belongsTo(tab, row, 'me'));
  };
  expect(listsAfter()).toEqual(['new', 'all']);
  expect(listsAfter({ kind: 'assign', owner: 'me' })).toEqual(['mine', 'open', 'all']);
  expect(listsAfter({ kind: 'assign', owner: 'you' })).toEqual(['open', 'all']);
  expect(listsAfter({ kind: 'finish' })).toEqual(['done', 'all']);
  expect(listsAfter({ kind: 'finish' }, { kind: 'reopen' })).toEqual(['mine', 'open', 'all']);
  expect(listsAfter({ kind: 'spam' })).toEqual(['spam']);
  expect(listsAfter({ kind: 'note', text: 'x' })).toEqual(['new', 'all']);
});
