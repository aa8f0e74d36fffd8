import { expect, it } from 'vitest';

import { localDay } from '#contract/time.ts';
import { addDays } from '#contract/working-days.ts';
import { deed, settle, type Decided, type Decisions } from './decisions.ts';
import { offers } from './offers.ts';

const today = localDay(Date.now());
const later = addDays(today, 7);
const fresh: Decided = {
  ...{ status: 'accepted', marked: false, createdAt: new Date(Date.now() - 86_400_000) },
  ...{ state: 'new', owner: null, followUp: null, answeredOn: null, tags: [] },
};
const mine: Decided = { ...fresh, state: 'open', owner: 'me' };
const waiting: Decided = { ...mine, state: 'waiting', followUp: later };
const due: Decided = { ...mine, followUp: addDays(today, -1) };
const closed: Decided = { ...mine, state: 'done' };
const spam: Decided = { ...fresh, status: 'quarantined' };

it.each<[string, Decided, Partial<Decisions>, Partial<Decisions>]>([
  ['assigning a new one begins it', fresh, { owner: 'you' }, { state: 'open', owner: 'you' }],
  ['assigning a waiting one keeps it waiting', waiting, { owner: 'you' }, { state: 'waiting' }],
  ['unassigning makes it new', waiting, { owner: null }, { state: 'new', followUp: null }],
  ['beginning assigns it to you', fresh, { state: 'open' }, { owner: 'me' }],
  ['closing assigns it to you', fresh, { state: 'done' }, { owner: 'me', followUp: null }],
  ['closing ends the follow-up', waiting, { state: 'done' }, { owner: 'me', followUp: null }],
  ['waiting for a day', mine, { state: 'waiting', followUp: later }, { followUp: later }],
  ['waiting anew without a day', due, { state: 'waiting' }, { followUp: null }],
  ['resuming ends the follow-up', waiting, { state: 'open' }, { state: 'open', followUp: null }],
  ['answering a new one begins it', fresh, { answeredOn: today }, { state: 'open', owner: 'me' }],
  ['answering a closed one keeps it closed', closed, { answeredOn: today }, { state: 'done' }],
  ['reopening keeps the assignee', closed, { state: 'open' }, { state: 'open', owner: 'me' }],
  ['tagging a closed one', closed, { tags: ['budget'] }, { state: 'done', tags: ['budget'] }],
  ['undoing the first assignment', mine, { state: 'new', owner: null }, { state: 'new' }],
  ['undoing the closing of a due one', closed, { state: 'open', followUp: due.followUp }, due],
])('%s', (_name, before, patch, expected) => {
  const {
    status: _status,
    marked: _marked,
    createdAt: _createdAt,
    ...wanted
  } = expected as Decided;
  expect(settle(before, patch, 'me')).toMatchObject(wanted);
});

it.each<[string, Decided, Partial<Decisions>, string]>([
  ['spam does not change', spam, { owner: 'me' }, 'It is marked as spam.'],
  ['a closed one is not assigned', closed, { owner: 'you' }, 'It is closed: reopen it first.'],
  ['a follow-up is after today', mine, { state: 'waiting', followUp: today }, 'Choose a day after'],
  ['within a year', mine, { state: 'waiting', followUp: '2099-01-01' }, 'within a year'],
  ['only of a waiting one', mine, { followUp: later }, 'Only a waiting enquiry'],
  ['no answer in the future', mine, { answeredOn: later }, 'today or an earlier date'],
  ['nor before it came', mine, { answeredOn: '2020-01-01' }, 'before it was received'],
])('refuses: %s', (_name, before, patch, words) => {
  expect(settle(before, patch, 'me')).toContain(words);
});

it('keeps new and unassigned the same thing, whatever is asked of it', () => {
  const owners = [null, 'me', 'you', undefined];
  const states = ['new', 'open', 'waiting', 'done', undefined] as const;
  for (const before of [fresh, mine, waiting, due, closed]) {
    for (const owner of owners) {
      for (const state of states) {
        const patch = { ...(owner === undefined ? {} : { owner }), ...(state ? { state } : {}) };
        const after = settle(before, patch, 'me');
        if (typeof after === 'string') continue;
        expect(after.owner === null, JSON.stringify([before.state, patch])).toBe(
          after.state === 'new',
        );
      }
    }
  }
});

it('offers only what is possible and would change something', () => {
  const assign = offers.find(({ link }) => link === 'assign');
  expect([mine, fresh, closed].map((before) => assign?.applies(before, 'me'))).toEqual([
    false,
    true,
    false,
  ]);
});

it.each([
  [fresh, mine, ['assigned', 'to me']],
  [mine, fresh, ['unassigned', '']],
  [mine, { ...waiting, followUp: '2026-12-03' }, ['moved', 'to Waiting until 3 Dec']],
  [mine, { ...mine, state: 'waiting' }, ['moved', 'to Waiting']],
  [waiting, mine, ['resumed', '']],
  [mine, closed, ['closed', '']],
  [closed, mine, ['reopened', '']],
  [fresh, { ...mine, answeredOn: '2026-12-03' }, ['marked', 'as answered on 3 Dec']],
  [{ ...mine, answeredOn: '2026-12-03' }, mine, ['marked', 'as unanswered']],
  [mine, { ...mine, tags: ['budget'] }, ['updated', 'with new tags']],
  [fresh, spam, ['marked', 'as spam']],
  [spam, { ...fresh, status: 'released' }, ['marked', 'as not spam']],
  [{ ...fresh, marked: true }, fresh, ['marked', 'as not spam']],
] as [Decided, Decided, [string, string]][])('says what was done: %#', (before, after, words) => {
  expect(deed(before, after)).toEqual(words);
});
