import { expect, it } from 'vitest';

import { dueCountWords } from './counts.ts';
import { dueWords, erasedWords, foundWords, isDueSoon, readSearch, sortRequests } from './words.ts';

const now = new Date('2026-11-22T21:30:00Z');

it.each([
  ['2026-12-04T08:00:00Z', '12 days left'],
  ['2026-11-23T22:30:00Z', '2 days left'],
  ['2026-11-23T08:00:00Z', '1 day left'],
  ['2026-11-22T08:00:00Z', 'Due today'],
  ['2026-11-21T21:00:00Z', '1 day overdue'],
  ['2026-11-12T08:00:00Z', '10 days overdue'],
])('counts the days until %s in South African time', (dueAt, words) => {
  expect(dueWords(dueAt, now)).toBe(words);
});

it.each([
  ['2026-11-28T08:00:00Z', false],
  ['2026-11-27T08:00:00Z', true],
  ['2026-11-12T08:00:00Z', true],
])('says whether a request due on %s is urgent: %s', (dueAt, isUrgent) => {
  expect(isDueSoon(dueAt, now)).toBe(isUrgent);
});

it.each([
  ['thandiwe@example.org', { email: 'thandiwe@example.org' }],
  ['7f3k 92qd', { name: '7F3K-92QD' }],
  ['abcd-efgh', { name: 'ABCD-EFGH' }],
  ['Thandiwe', undefined],
  ['Anna Nell', undefined],
  ["D'Arcy", undefined],
])('recognises %s as an email address, a reference or neither', (text, search) => {
  expect(readSearch(text)).toEqual(search);
});

it('counts urgent requests in words', () => {
  expect(dueCountWords({ soon: 0, overdue: 0 })).toBe('');
  expect(dueCountWords({ soon: 2, overdue: 0 })).toBe('2 requests due within 5 days');
  expect(dueCountWords({ soon: 2, overdue: 1 })).toBe('1 request overdue, 2 due within 5 days');
});

function request(id: string, dueAt: string, closedAt?: string) {
  const rest = {
    who: 'Z',
    email: 'z@example.org',
    kind: 'access',
    recordedBy: 'n',
    version: 0,
  } as const;
  return { id, ...rest, receivedAt: dueAt, dueAt, ...(closedAt ? { closedAt } : {}) };
}

it('sorts open requests by due date, and closed ones by closing date, latest first', () => {
  const { open, closed } = sortRequests([
    request('later', '2026-12-04T00:00:00Z'),
    request('old', '2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z'),
    request('overdue', '2026-11-01T00:00:00Z'),
    request('closed', '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'),
  ]);
  expect(open.map(({ id }) => id)).toEqual(['overdue', 'later']);
  expect(closed.map(({ id }) => id)).toEqual(['closed', 'old']);
});

it('summarises the data held, or says that there is none', () => {
  const nothing = { submissions: [], jobs: 0, keys: 0, mails: 0, requests: [], mentionedIn: [] };
  expect(foundWords(nothing)).toBe('We hold no data.');
  expect(foundWords({ ...nothing, jobs: 1, mails: 2 })).toBe(
    'We hold 1 queued job and 2 emails in the outbox.',
  );
});

it('reports what was erased, and what is still on disk or in other enquiries', () => {
  const erased = { submissions: 1, jobs: 0, keys: 0, mails: 0, mentionedIn: [] };
  const done = { ...erased, compacted: { redis: true, mongodb: true } };
  expect(erasedWords(done).slice(0, 2)).toEqual([
    'Erased: 1 enquiry.',
    'Redis and MongoDB rewrote their files. MongoDB may keep remains until it overwrites them.',
  ]);
  const left = { ...done, compacted: { redis: true, mongodb: false }, mentionedIn: ['7F3K-92QD'] };
  expect(erasedWords(left).join(' ')).toContain('MongoDB: the data is still on disk');
  expect(erasedWords(left).join(' ')).toContain('still mention the address: 7F3K-92QD.');
});
