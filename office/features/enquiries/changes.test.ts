import { expect, it } from 'vitest';

import { initialHandling } from '../../../contract/submission-view.ts';
import { localDay } from '../../../contract/time.ts';
import { addDays } from '../../../contract/working-days.ts';
import { actOf, applies, offersFor, type Act } from './acts.ts';
import { isDue, isInList, stateOf, type EnquiryState } from './state.ts';

const fresh: EnquiryState = { ...initialHandling, status: 'accepted' };
const assign = (owner: string | null) => actOf('enquiry.assign', { owner });
const close = actOf('enquiry.close', {});
const wait = (followUp: string | null) => actOf('enquiry.wait', { followUp });
const inDays = (days: number) => addDays(localDay(Date.now()), days);

function after(before: EnquiryState, ...acts: Act[]): EnquiryState {
  return acts.reduce((state, act) => {
    const patch = act.change(state, 'me');
    if (typeof patch === 'string') throw new Error(patch);
    return stateOf({ ...state, ...patch });
  }, before);
}

it.each([
  ['untouched', [], ['new', 'all']],
  ['assigned to me', [assign('me')], ['mine', 'in-progress', 'all']],
  ['assigned to someone else', [assign('you')], ['in-progress', 'all']],
  ['unassigned', [assign('you'), assign(null)], ['new', 'all']],
  ['closed', [close], ['closed', 'all']],
  ['waiting', [wait(null)], ['waiting', 'all']],
  ['waiting until tomorrow', [wait(inDays(1))], ['waiting', 'all']],
  ['resumed', [wait(inDays(1)), actOf('enquiry.resume', {})], ['mine', 'in-progress', 'all']],
  ['reopened', [close, actOf('enquiry.reopen', {})], ['mine', 'in-progress', 'all']],
  ['spam', [actOf('enquiry.spam', {})], ['spam']],
  ['with a note', [actOf('enquiry.note', { text: 'x' })], ['new', 'all']],
  [
    'answered',
    [actOf('enquiry.reply', { text: 'x', close: false })],
    ['mine', 'in-progress', 'all'],
  ],
  ['answered and closed', [actOf('enquiry.reply', { text: 'x', close: true })], ['closed', 'all']],
])('puts an enquiry in the right lists: %s', (_what, acts, expected) => {
  const state = after(fresh, ...acts);
  const about = ['new', 'mine', 'in-progress', 'waiting', 'closed', 'spam', 'all'] as const;
  expect(about.filter((name) => isInList(name, state, 'me'))).toEqual(expected);
});

it('offers only changes that would make a difference', () => {
  const about = ['assign', 'close', 'reopen', 'spam', 'not-spam'].map((word) => `enquiry.${word}`);
  const offered = (state: EnquiryState) =>
    offersFor('me')
      .filter(({ act }) => about.includes(act.name) && applies(act, state, 'me'))
      .map(({ act }) => act.name);
  expect(offered(fresh)).toEqual(['enquiry.assign', 'enquiry.close', 'enquiry.spam']);
  expect(offered(after(fresh, assign('me')))).toEqual(['enquiry.close', 'enquiry.spam']);
  expect(offered(after(fresh, close))).toEqual(['enquiry.reopen', 'enquiry.spam']);
  expect(offered({ ...fresh, status: 'quarantined' })).toEqual(['enquiry.not-spam']);
});

it('adds each tag only once, removes tags, and limits their number', () => {
  const tag = (add: string[], remove: string[] = []) => actOf('enquiry.tag', { add, remove });
  const tagged = after(fresh, tag(['Durban', 'Congress']), tag(['Durban', 'Quote'], ['Congress']));
  expect(tagged.tags).toEqual(['Durban', 'Quote']);
  expect(applies(tag(['Durban']), tagged, 'me')).toBe(false);
  const many = Array.from({ length: 21 }, (_, index) => `tag ${index}`);
  expect(typeof tag(many).change(fresh, 'me')).toBe('string');
});

it('links by a reference in lower case, refuses text that is not a reference, and unlinks', () => {
  const linked = after(fresh, actOf('enquiry.link', { reference: '7f3k 92qd' }));
  expect(linked.linked).toEqual(['7F3K-92QD']);
  const unlink = actOf('enquiry.unlink', { references: ['7F3K-92QD'] });
  expect(after(linked, unlink).linked).toEqual([]);
  expect(typeof unlink.change(fresh, 'me')).toBe('string');
  const wrong = actOf('enquiry.link', { reference: 'The other one' });
  expect(typeof wrong.change(fresh, 'me')).toBe('string');
});

it('uses each shortcut key for only one change', () => {
  const keys = offersFor('me').flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

it('assigns an unassigned enquiry to the person who closes it, but not an assigned one', () => {
  expect(after(fresh, assign('you'), close)).toMatchObject({ state: 'done', owner: 'you' });
  expect(after(fresh, close)).toMatchObject({ owner: 'me' });
});

it("returns a waiting enquiry to its assignee's list on the day of the follow-up", () => {
  const waiting = { ...after(fresh, wait(null)), followUp: inDays(0) };
  expect(isInList('mine', waiting, 'me')).toBe(true);
  expect(isInList('mine', waiting, 'you')).toBe(false);
  expect(isInList('waiting', waiting, 'me')).toBe(true);
  expect(isDue({ ...waiting, followUp: inDays(1) })).toBe(false);
});

it('keeps the follow-up after reassigning, and removes it after unassigning or closing', () => {
  const waiting = after(fresh, wait(inDays(3)));
  expect(after(waiting, assign('you'))).toMatchObject({ state: 'waiting', followUp: inDays(3) });
  const ended = { followUp: null };
  expect(after(waiting, assign(null))).toMatchObject({ state: 'new', ...ended });
  expect(after(waiting, close)).toMatchObject({ state: 'done', ...ended });
});

it.each([inDays(0), inDays(-1), inDays(400)])(
  'refuses a follow-up that is today, in the past or more than a year away: %s',
  (day) => {
    expect(typeof wait(day).change(fresh, 'me')).toBe('string');
  },
);
