import { expect, it } from 'vitest';

import { accountWords, describeConditions, describeStateChange } from './audit-words.ts';

it.each([
  [{ state: 'new', owner: null }, { state: 'open', owner: 'naledi' }, 'New → In progress, naledi'],
  [{ status: 'quarantined' }, { status: 'released' }, 'Spam → Not spam'],
  [{ owner: 'naledi' }, { owner: null }, 'naledi → unassigned'],
  [
    { owner: 'naledi', answeredOn: null },
    { owner: 'naledi', answeredOn: '2026-11-27' },
    'naledi → naledi, answered on 27 Nov 2026',
  ],
] as const)('describes a change from %j to %j in the words of the pages', (from, to, words) => {
  expect(describeStateChange({ from, to })).toBe(words);
});

it('has no description if the state did not change', () => {
  expect(describeStateChange({})).toBe('');
});

it.each([
  ['enquiry.list', ['text', 'quarantined', 'status'], 'by search, by status'],
  ['person.correct', ['lastName'], 'Last Name'],
  ['request.add', ['access'], 'Access'],
  ['request.change', ['who', 'receivedAt'], 'Requester, Received on'],
  ['request.close', ['partly'], 'Partly granted'],
  ['session.sign-in', ['passkey'], 'passkey'],
])('describes the details of %s, %j, in the words of the pages', (action, details, words) => {
  expect(describeConditions(action, details)).toBe(words);
});

it.each([
  ['account.password', 'naledi', [], 'their own account'],
  ['account.edit', 'naledi', ['sipho'], 'sipho'],
  ['link.request', 'nobody', [], 'an unknown account'],
  ['session.sign-in', 'naledi', [], ''],
  ['enquiry.tag', 'naledi', [], ''],
] as const)('names the account, if needed: %s by %s on %j', (action, actor, accounts, words) => {
  expect(accountWords(action, actor, accounts)).toBe(words);
});
