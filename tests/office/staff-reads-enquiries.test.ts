import { beforeAll, expect, it } from 'vitest';

import type { ContactForm } from '#contract/contact-form.ts';
import { PRIVACY_NOTICE_VERSION } from '#firm/firm.ts';
import type { ContactSubmission } from '#storage/submission-model.ts';
import { storeSubmission } from '#storage/submissions.ts';
import { createUser } from '#storage/users.ts';
import { storeAccepted } from '#support/own-stores.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { createAccepted } from '#support/enquiry.ts';
import { password, startOfficeUnderTest } from './office-under-test.ts';

interface Page {
  submissions: (Omit<ContactSubmission, '_id'> & { id: string })[];
  nextCursor: string | null;
}

const office = forAllTests(startOfficeUnderTest);
let ids: string[];

// No short words: a random reference could begin with them.
const people: Partial<ContactForm>[] = [
  { firstName: 'Zoë', lastName: 'Ngcobo', organisation: 'Guild (Surveyors) [Cape]' },
  { lastName: "O'Brien", email: 'Brigid@Example.africa', message: 'Costs $100.00 + VAT?' },
  { organisation: 'Bakers & Millers', message: 'First line\nsecond line' },
  { firstName: 'Ängela', message: '100% of members; 3.5 meetings' },
  { lastName: '王小明' },
];

// The enquiries are dated in the future, so that retention never deletes them during a run.
beforeAll(async () => {
  await createUser(office.database, { username: 'the-officer', password, role: 'officer' });
  ids = [];
  for (const [index, change] of people.entries()) {
    const submission = createAccepted({ acceptedAt: new Date(`2099-06-0${index + 1}T08:00:00Z`) });
    await storeSubmission(office.database, {
      ...submission,
      form: { ...submission.form, ...change },
      ...(index === 2
        ? { screening: { score: 9, reasons: ['fast'], verdict: 'hidden' as const } }
        : {}),
    });
    ids.unshift(submission.id);
  }
});

async function page(query: string): Promise<Page> {
  const response = await office.get(query, 'naledi');
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

async function matchingIds(query: string): Promise<string[]> {
  return (await page(query)).submissions.map(({ id }) => id);
}

it('lists all enquiries, newest first', async () => {
  const { submissions, nextCursor } = await page('');
  expect(submissions.map(({ id }) => id)).toEqual(ids);
  expect(nextCursor).toBeNull();
  expect(submissions[2]).toMatchObject({
    ...people[2],
    status: 'quarantined',
    screening: { score: 9, reasons: ['fast'] },
    notifications: { staff: { status: 'withheld' }, acknowledgement: { status: 'withheld' } },
  });
  expect(submissions[0]).toMatchObject({
    status: 'accepted',
    noticeVersion: PRIVACY_NOTICE_VERSION,
  });
});

it('pages through all enquiries without duplicates while new ones arrive', async () => {
  const sameMoment = new Date('2099-01-01T00:00:00Z');
  const stored = Array.from({ length: 5 }, () => createAccepted({ acceptedAt: sameMoment }));
  for (const submission of stored) await storeSubmission(office.database, submission);
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const next: Page = await page(`?limit=2&to=2099-06-30&cursor=${cursor}`);
    expect(next.submissions.length).toBeLessThanOrEqual(2);
    seen.push(...next.submissions.map(({ id }) => id));
    cursor = next.nextCursor;
    await storeAccepted(office.database, { acceptedAt: new Date('2099-06-30T08:00:00Z') });
  }
  const expected = [
    ...ids,
    ...stored
      .map(({ id }) => id)
      .sort()
      .reverse(),
  ];
  expect(seen).toEqual(expected);
});

it.each([
  ['zoë', [4]],
  ['ZOË', [4]],
  ['(cape) [', [4]],
  ["o'brien", [3]],
  ['EXAMPLE.AFRICA', [3]],
  ['$100.00 +', [3]],
  ['& mill', [2]],
  ['second LINE', [2]],
  ['members: 100%', [1]],
  ['3.5 meet', [1]],
  ['3x5 meet', []],
  ['.*', []],
  ['^', []],
  ['小', [0]],
])('searches all fields for the words of %j, ignoring case', async (text, places) => {
  const list = await matchingIds(`?to=2099-06-10&q=${encodeURIComponent(text)}`);
  expect(list).toEqual(places.map((place) => ids[place]));
});

it('finds an enquiry by reference', async () => {
  const [first] = (await page('?from=2099-06-01&to=2099-06-01')).submissions;
  expect(await matchingIds(`?q=${first?.reference.toLowerCase() ?? ''}`)).toEqual([ids[4]]);
});

it('filters by day and by status', async () => {
  expect(await matchingIds('?from=2099-06-02&to=2099-06-03')).toEqual([ids[2], ids[3]]);
  expect(await matchingIds('?from=2099-06-02T08:00:00Z&to=2099-06-03T08:00:00Z')).toEqual([ids[3]]);
  expect(await matchingIds('?status=quarantined')).toEqual([ids[2]]);
  expect(await matchingIds('?status=released')).toEqual([]);
});

it.each([
  ['?limit=101', 'limit must be at most 100'],
  ['?limit=0', 'limit '],
  ['?status=new', 'status must be accepted or quarantined or released'],
  ['?from=yesterday', 'from must be a date'],
  ['?cursor=bm90IG91cnM', 'cursor must be the nextCursor of an earlier response'],
  [`?q=${'x'.repeat(201)}`, 'q must be at most 200 characters long'],
  ['?q=a%00b', 'q must be a single line of text'],
  ['?secret=1', 'unknown parameter'],
])('refuses %j with an explanation', async (query, words) => {
  const response = await office.get(query, 'naledi');
  expect(response.status).toBe(400);
  const text = await response.text();
  expect(text).toContain(words);
  expect(text).not.toMatch(/yesterday|secret|bm90/);
});

it('shows an enquiry, or reports that it does not exist', async () => {
  const response = await office.get(`/${ids[3] ?? ''}`, 'naledi');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toMatchObject({ id: ids[3], ...people[1] });
  for (const id of ['4b3f9d52-9c5b-4f6a-8d5e-0f5a3b1c2d3e', 'x', '$ne', '%00']) {
    expect((await office.get(`/${id}`, 'naledi')).status).toBe(404);
  }
});

it('records who read what, without the content', async () => {
  await page('?q=Brigid&status=accepted');
  await office.get(`/${ids[0] ?? ''}`, 'naledi');
  const [shown, listed] = await office.database.audit.read({ limit: 2 });
  expect(shown).toMatchObject({
    actor: 'naledi',
    action: 'enquiry.read',
    subject: { ids: [ids[0]], count: 1, conditions: [] },
  });
  expect(listed).toMatchObject({
    actor: 'naledi',
    action: 'enquiry.list',
    subject: { ids: [ids[3]], count: 1, conditions: ['text', 'status'] },
  });
  const years = (shown?.expiresAt.getUTCFullYear() ?? 0) - (shown?.at.getUTCFullYear() ?? 0);
  expect(years).toBe(2);
  const everything = JSON.stringify(await office.database.audit.read({ limit: 1_000 }));
  expect(everything).not.toMatch(/brigid|zoë|ngcobo|surveyors|example\.|thandiwe|second line/i);
});

it('logs the route pattern and never the query', () => {
  expect(office.log()).toContain('"route":"/api/contact-submissions/:id"');
  expect(office.log()).not.toMatch(/zoë|zo%c3|brigid|surveyors|2099-06-02|\?q/i);
});
