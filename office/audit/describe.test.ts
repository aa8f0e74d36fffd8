import { expect, it } from 'vitest';

import type { AuditRecord } from '#storage/audit-trail.ts';
import { describe } from './describe.server.ts';

const enquiry = '00000000-0000-4000-8000-000000000000';

function sentence(action: string, subject: Partial<AuditRecord['subject']>, actor = 'naledi') {
  const { ids = [], count = ids.length, ...rest } = subject;
  const about = { ids, count, conditions: [], ...rest };
  const at = new Date();
  const record = { _id: 'x', at, actor, action, expiresAt: at, subject: about };
  const { verb, enquiries, rest: end, notes } = describe(record);
  return [verb, ...enquiries, end, ...notes.map((note) => `(${note})`)].filter(Boolean).join(' ');
}

it.each<[string, Partial<AuditRecord['subject']>, string]>([
  ['enquiry.read', { ids: [enquiry] }, 'opened 0000-0000'],
  [
    'enquiry.update',
    { ids: [enquiry], before: { owner: null }, after: { owner: 'sipho' } },
    'assigned 0000-0000 to sipho',
  ],
  ['enquiry.list', { conditions: ['new', 'text'] }, 'listed (new, by search)'],
  ['person.find', { ids: [enquiry] }, 'searched for a person: 0000-0000'],
  [
    'person.correct',
    { ids: [enquiry], conditions: ['lastName'] },
    'corrected 0000-0000 (Last Name)',
  ],
  [
    'request.close',
    { ids: [enquiry], conditions: ['partly'] },
    'closed a request (Partly granted)',
  ],
  ['account.password', {}, 'changed the password of their own account'],
  ['account.edit', { ids: ['sipho'] }, 'did ‘account.edit’ to sipho'],
  [
    'account.denied',
    { count: 3, conditions: ['audit.read'] },
    'was refused permission 3 times (to read the audit trail)',
  ],
  [
    'queue.pause',
    { conditions: ['submissions'], reason: 'an upgrade' },
    'paused a queue (submissions) (Reason: an upgrade)',
  ],
])('says in words what was recorded: %s %j', (action, subject, words) => {
  expect(sentence(action, subject)).toBe(words);
});

it.each<[string, Partial<AuditRecord['subject']>, string]>([
  ['enquiry.open', { ids: [enquiry] }, 'opened 0000-0000'],
  [
    'enquiry.wait',
    {
      ids: [enquiry],
      before: { state: 'open', followUp: null },
      after: { state: 'waiting', followUp: '2026-12-03' },
    },
    'moved 0000-0000 to Waiting until 3 Dec',
  ],
  ['enquiry.close', { ids: [enquiry] }, 'closed 0000-0000'],
  [
    'enquiry.delete',
    { ids: [enquiry], before: { status: 'quarantined' } },
    'deleted as spam 0000-0000',
  ],
  ['queue.remove-job', { conditions: ['submissions'] }, 'removed a job (submissions)'],
  ['access.revoke', { ids: ['sipho'] }, 'removed a session, passkey or token of sipho'],
])('says in words what the last release recorded: %s %j', (action, subject, words) => {
  expect(sentence(action, subject)).toBe(words);
});

it('names the account that somebody without a session tried', () => {
  expect(sentence('link.request', {}, 'nobody')).toBe('requested a link for an unknown account');
  const attempts = { ids: ['sipho'], count: 3 };
  expect(sentence('session.fail-sign-in', attempts, 'nobody')).toBe(
    'failed to sign in as sipho 3 times',
  );
});
