import { expect, it } from 'vitest';

import { initialHandling } from '../../../contract/submission-view.ts';
import { actOf, applies, offersFor, type Act } from './changes.ts';
import { isInList, stateOf, type EnquiryState } from './state.ts';

const fresh: EnquiryState = { ...initialHandling, status: 'accepted' };
const assign = (owner: string | null) => actOf('enquiry.assign', { owner });
const close = actOf('enquiry.close', {});

function after(before: EnquiryState, ...acts: Act[]): EnquiryState {
  return acts.reduce((state, act) => {
    const patch = act.change(state, 'me');
    if (typeof patch === 'string') throw new Error(patch);
    return stateOf({ ...state, ...patch });
  }, before);
}

it.each([
  ['untouched', [], ['new', 'all']],
  ['assigned to me', [assign('me')], ['mine', 'open', 'all']],
  ['assigned to someone else', [assign('you')], ['open', 'all']],
  ['unassigned', [assign('you'), assign(null)], ['new', 'all']],
  ['closed', [close], ['done', 'all']],
  ['reopened', [close, actOf('enquiry.reopen', {})], ['mine', 'open', 'all']],
  ['spam', [actOf('enquiry.spam', {})], ['spam']],
  ['noted', [actOf('enquiry.note', { text: 'x' })], ['new', 'all']],
  ['answered', [actOf('enquiry.reply', { text: 'x', close: false })], ['mine', 'open', 'all']],
  ['answered and closed', [actOf('enquiry.reply', { text: 'x', close: true })], ['done', 'all']],
])('puts an enquiry that is %s in the right lists', (_what, acts, expected) => {
  const state = after(fresh, ...acts);
  const about = ['new', 'mine', 'open', 'done', 'spam', 'all'] as const;
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

it('assigns each key to one change', () => {
  const keys = offersFor('me').flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

it('keeps the assignee when a colleague closes an enquiry', () => {
  expect(after(fresh, assign('you'), close)).toMatchObject({ state: 'done', owner: 'you' });
  expect(after(fresh, close)).toMatchObject({ owner: 'me' });
});
