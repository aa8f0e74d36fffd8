import { unzipSync } from 'fflate';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { localDay } from '../../contract/time.ts';
import { referenceOf } from '../../contract/reference.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { auditWordsOf } from '../../office/features/audit/audit-words.ts';
import { createEnquiry } from '../../testing/enquiry.ts';
import { insertInBatches, storeAccepted } from '../../testing/own-stores.ts';
import { parseCsv } from '../../testing/parse-csv.ts';
import { startStaffedOffice } from './office-under-test.ts';

const office = forAllTests(startStaffedOffice);

it('exports a spreadsheet without formulas, and records the reason', async () => {
  const form = createEnquiry({ organisation: '=HYPERLINK("http://x")' });
  const acceptedAt = new Date('2026-02-03T22:30:00Z');
  const id = await storeAccepted(office.stores, { form, acceptedAt });
  await office.ask('enquiry.note', { id, text: 'Rang them.' });
  const patch = { state: 'done', owner: 'lerato' };
  await office.ask('enquiry.update', { changes: [{ id, version: 0, patch }] });
  await office.stores.users.updateOne({ username: 'lerato' }, { $set: { name: 'Lerato M.' } });
  const wanted = { list: 'all', reason: 'The board wants figures.' };
  const csv = await (
    await office.send('enquiry.export', { ...wanted, format: 'csv' }, 'staff')
  ).text();
  expect(csv).toContain('"Reference","Received","How","First Name"');
  const [titles = [], row = []] = parseCsv(csv);
  const cells = Object.fromEntries(titles.map((title, index) => [title, row[index]]));
  expect(cells).toMatchObject({
    ...{ State: 'Closed', 'Assigned to': 'Lerato M.', 'Closed by': 'staff' },
    ...{ Received: '2026-02-04 00:30', Answered: '' },
    Notes: expect.stringMatching(/^20[\d-]+ [\d:]+, staff: Rang them\.$/) as string,
  });
  const days = async (from: string, to: string) => {
    const limits = { ...wanted, from, to, format: 'csv' };
    const text = await (await office.send('enquiry.export', limits, 'staff')).text();
    return parseCsv(text).length - 1;
  };
  expect(await days('2026-02-04', '2026-02-04')).toBe(1);
  expect(await days('2026-02-01', '2026-02-03')).toBe(0);
  expect(csv).toContain(`"'=HYPERLINK`);
  const response = await office.send('enquiry.export', { ...wanted, format: 'xlsx' }, 'staff');
  expect(response.headers.get('content-disposition')).toMatch(/enquiries-[\d-]+\.xlsx/);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const text = Object.values(files)
    .map((file) => new TextDecoder().decode(file))
    .join('\n');
  expect(text).toContain("'=HYPERLINK");
  expect(text).not.toMatch(/<f[ >]/);
  const [record] = await office.stores.audit.read({ action: 'enquiry.export', limit: 1 });
  expect(record?.subject).toMatchObject({ ids: [id], reason: wanted.reason });
  expect(
    (await office.send('enquiry.export', { ...wanted, reason: '', format: 'csv' }, 'staff')).status,
  ).toBe(400);
});

it('exports long lists completely, page by page', async () => {
  const many = 2_100;
  const sample = await office.stores.submissions
    .findById(await storeAccepted(office.stores))
    .lean();
  const organisation = 'Guild of Many';
  await office.stores.submissions.insertMany(
    Array.from({ length: many }, () => ({
      ...{ ...sample, _id: randomUUID(), organisation },
      words: organisation.toLowerCase().split(' '),
    })),
  );
  const wanted = { list: 'all', search: organisation, reason: 'All of them.', format: 'csv' };
  const response = await office.send('enquiry.export', wanted, 'staff');
  expect(parseCsv(await response.text())).toHaveLength(1 + many);
  const found = await office.stores.audit.read({ action: 'enquiry.export', limit: 3 });
  const pages = found.map(({ subject }) => subject.count);
  expect(pages).toEqual([100, 500, 500]);
});

it("corrects, exports and deletes a person's data, and keeps the request", async () => {
  const form = createEnquiry({ email: 'person@example.org' });
  const id = await storeAccepted(office.stores, { form });
  const request = { who: 'Thandiwe Nkosi', email: 'Person@example.org', kind: 'deletion' };
  const receivedAt = '2026-02-03T08:00:00.000Z';
  const added = await office.ask('request.add', { ...request, receivedAt }, 'officer');
  expect(added.dueAt).toBe('2026-03-05T08:00:00.000Z');
  const correction = { lastName: 'Dlamini' };
  const corrected = await office.ask('person.correct', { id, version: 0, correction }, 'officer');
  expect(corrected.changed).toEqual([{ field: 'lastName', before: 'Nkosi', after: 'Dlamini' }]);
  const late = await office.send('person.correct', { id, version: 0, correction }, 'officer');
  expect(late.status).toBe(409);
  const found = await office.ask('person.find', { email: 'person@example.org' }, 'officer');
  expect(found.submissions[0]?.handling?.version).toBe(1);
  expect(found.submissions.map((one) => one.id)).toEqual([id]);
  expect(found.requests.map((one) => one.id)).toEqual([added.id]);
  const file = await office.send('person.export', { email: 'person@example.org' }, 'officer');
  expect(await file.text()).toContain('Dlamini');
  const search = { name: id };
  expect(
    (await office.send('person.erase', { search, typed: 'person@example.com' }, 'officer')).status,
  ).toBe(400);
  const finds = async (text: string) =>
    (await office.ask('enquiry.list', { list: 'all', search: text })).total;
  expect([await finds('dlamini person@example'), await finds('nkosi person@example')]).toEqual([
    1, 0,
  ]);
  const erased = await office.ask(
    'person.erase',
    { search, typed: ' PERSON@example.org' },
    'officer',
  );
  expect(erased.submissions).toBe(1);
  const closed = await office.ask('request.close', { id: added.id, result: 'granted' }, 'officer');
  expect(closed).toMatchObject({ result: 'granted', closedBy: 'officer' });
  expect(
    (await office.send('request.close', { id: added.id, result: 'refused' }, 'officer')).status,
  ).toBe(409);
  expect((await office.ask('request.list', {}, 'officer')).requests).toMatchObject([
    { id: added.id },
  ]);
});

it('shows an enquiry with few visible characters, which an older API accepted', async () => {
  const form = createEnquiry({ email: 'blank@example.org', message: `Hi${'\u200b'.repeat(10)}` });
  const id = await storeAccepted(office.stores, { form });
  expect((await office.ask('enquiry.read', { name: id })).enquiry.message).toBe(form.message);
  const { submissions } = await office.ask('person.find', { email: form.email }, 'officer');
  expect(submissions.map((found) => found.id)).toEqual([id]);
});

it('lists an enquiry once if its deletion was interrupted', async () => {
  const form = createEnquiry({ email: 'once@example.org', firstName: 'Onceonly' });
  const id = await storeAccepted(office.stores, { form });
  const stored = await office.stores.submissions.findById(id).lean();
  if (stored) await office.stores.deleted.create(stored);
  const { submissions } = await office.ask('person.find', { email: form.email }, 'officer');
  expect(submissions.map((found) => found.id)).toEqual([id]);
  const { people } = await office.ask('person.match', { who: 'Onceonly' }, 'officer');
  expect(people).toMatchObject([{ email: form.email, enquiries: 1 }]);
});

it('records a request sent by letter, edits it, and reopens it with its due date', async () => {
  const ask = office.ask;
  const receivedAt = '2026-02-03T08:00:00.000Z';
  const letter = { who: 'Sipho Dube', kind: 'access', receivedAt };
  expect((await office.send('request.add', letter, 'officer')).status).toBe(400);
  const contact = '12 Main Road\nPretoria';
  const { id, ...added } = await ask('request.add', { ...letter, contact }, 'officer');
  expect(added).toMatchObject({ contact, dueAt: '2026-03-05T08:00:00.000Z', version: 0 });
  expect(added).not.toHaveProperty('email');

  const edited = {
    ...{ id, who: 'Sipho Dube', email: 'Sipho@example.org', kind: 'deletion' },
    receivedAt: '2026-02-01T08:00:00.000Z',
  };
  const changed = await ask('request.change', { ...edited, version: 0 }, 'officer');
  expect(changed).toMatchObject({
    ...{ email: 'sipho@example.org', kind: 'deletion', version: 1 },
    dueAt: '2026-03-03T08:00:00.000Z',
  });
  expect(changed).not.toHaveProperty('contact');
  const [record] = await office.stores.audit.read({ action: 'request.change', limit: 1 });
  expect(record).toMatchObject({
    outcome: 'done',
    subject: { ids: [id], conditions: ['email', 'contact', 'kind', 'receivedAt'] },
  });
  expect(JSON.stringify(record)).not.toMatch(/sipho/i);
  const late = { ...edited, version: 0 };
  expect((await office.send('request.change', late, 'officer')).status).toBe(409);

  await ask('request.close', { id, result: 'refused' }, 'officer');
  const closed = { ...edited, version: 2 };
  expect((await office.send('request.change', closed, 'officer')).status).toBe(409);
  const reopened = await ask('request.reopen', { id }, 'officer');
  expect(reopened).toMatchObject({ dueAt: changed.dueAt });
  expect(reopened).not.toHaveProperty('result');
  const stored = await office.stores.personRequests.findById(id).lean();
  expect([stored?.expiresAt, stored?.closedBy]).toEqual([undefined, undefined]);
  expect((await office.send('request.reopen', { id }, 'officer')).status).toBe(409);
  await office.stores.personRequests.deleteMany({});
});

it('counts open requests that are overdue or due within five days', async () => {
  const day = 86_400_000;
  const add = async (daysLeft: number) => {
    const receivedAt = new Date(Date.now() - (30 - daysLeft) * day).toISOString();
    const request = { who: 'Z', contact: 'By phone', kind: 'access', receivedAt };
    return office.ask('request.add', request, 'officer');
  };
  await add(6);
  await add(5);
  await add(0);
  await add(-1);
  const { id } = await add(-2);
  await office.ask('request.close', { id, result: 'granted' }, 'officer');
  expect(await office.ask('request.due', {}, 'officer')).toEqual({ soon: 2, overdue: 1 });
  expect((await office.send('request.due', {}, 'staff')).status).toBe(403);
  await office.stores.personRequests.deleteMany({});
});

it('finds people by name, each with the email address to search for', async () => {
  const store = (firstName: string, lastName: string, email: string) =>
    storeAccepted(office.stores, { form: createEnquiry({ firstName, lastName, email }) });
  await store('Zoë', 'O’Brien', 'zoe@example.org');
  await store('Zoe', 'OBrien', 'ZOE@example.org');
  await store('Zoë', 'Obrien', 'other-zoe@example.org');
  await store('Zola', 'Zuma', 'zola@example.org');
  const mention = createEnquiry({ message: 'Please tell Zoe OBrien that we wrote to you.' });
  await storeAccepted(office.stores, { form: mention });
  const found = async (who: string) => {
    const { people } = await office.ask('person.match', { who }, 'officer');
    return people.map(({ email, enquiries }) => `${email.toLowerCase()} ${enquiries}`).toSorted();
  };
  expect(await found("o'brien zoe")).toEqual(['other-zoe@example.org 1', 'zoe@example.org 2']);
  expect(await found('zol')).toEqual(['zola@example.org 1']);
  expect(await found('Mrs Z. Zuma')).toEqual(['zola@example.org 1']);
  expect(await found('nobody here')).toEqual([]);
  const [, record] = await office.stores.audit.read({ action: 'person.match', limit: 4 });
  expect(record?.subject.ids).toHaveLength(1);
  expect((await office.send('person.match', { who: 'zol' }, 'staff')).status).toBe(403);
});

it('finds people by name despite a thousand later enquiries with similar words', async () => {
  const form = createEnquiry({ firstName: 'Annu', email: 'annu@example.org' });
  const id = await storeAccepted(office.stores, { form });
  const stored = await office.stores.submissions.findById(id).select('+words').lean();
  const createdAt = new Date(Date.now() + 60_000);
  const later = Array.from({ length: 1_001 }, () => {
    const own = { _id: randomUUID(), firstName: 'Zodwa', email: 'zodwa@example.org' };
    return { ...stored, ...own, createdAt, words: ['zodwa', 'annual'] };
  });
  const { collection } = office.stores.submissions;
  await insertInBatches(later as never[], (some) => collection.insertMany(some));
  const { people } = await office.ask('person.match', { who: 'Annu' }, 'officer');
  expect(people.map(({ email }) => email)).toEqual([form.email]);
});

it('searches the audit trail by every condition, without recording the search terms', async () => {
  const email = 'sought@example.org';
  const id = await storeAccepted(office.stores, { form: createEnquiry({ email }) });
  const reference = referenceOf(id);
  const { version } = (await office.ask('enquiry.read', { name: id }, 'lerato')).enquiry;
  const changes = [{ id, version, patch: { owner: 'lerato' } }];
  await office.ask('enquiry.update', { changes }, 'lerato');
  await office.ask('enquiry.note', { id, text: 'Called.' });
  const search = (body: object) => office.ask('audit.search', body, 'officer');
  const found = async (body: object) =>
    (await search(body)).records.map(({ actor, action }) => `${actor} ${action}`);

  const all = ['staff enquiry.note', 'lerato enquiry.update', 'lerato enquiry.read'];
  expect(await found({ reference: reference.toLowerCase() })).toEqual(all);
  expect(await found({ email: email.toUpperCase() })).toEqual(all);
  expect(await found({ reference, account: 'Lerato' })).toEqual(all.slice(1));
  expect(await found({ reference, kind: 'reading' })).toEqual(all.slice(2));
  const today = localDay(new Date());
  expect(await found({ reference, from: today, to: today })).toEqual(all);
  expect(await found({ reference, to: '2026-01-01' })).toEqual([]);
  expect((await search({ reference })).records[1]).toMatchObject({
    ...{ enquiries: [reference], outcome: 'done' },
    ...{ from: { state: 'new', owner: null }, to: { state: 'open', owner: 'lerato' } },
  });

  const first = await search({ reference, limit: 2 });
  expect([first.total, first.records.length]).toEqual([3, 2]);
  const next = await search({ reference, limit: 2, cursor: first.nextCursor });
  expect(next.records.map(({ action }) => action)).toEqual(['enquiry.read']);
  expect(next.nextCursor).toBeNull();

  const stored = await office.stores.submissions.findById(id).lean();
  if (stored) await office.stores.deleted.create(stored);
  await office.stores.submissions.deleteMany({});
  expect(await found({ email })).toEqual(all);
  await office.stores.deleted.deleteMany({});
  expect(await found({ reference })).toEqual(all);
  expect(await found({ email })).toEqual([]);
  const file = await office.send('audit.export', { reference }, 'officer');
  expect(file.headers.get('content-disposition')).toMatch(/audit-[\d-]+\.csv/);
  const [titles, ...rows] = parseCsv(await file.text());
  expect(titles?.slice(0, 3)).toEqual(['Time', 'Account', 'Action']);
  expect(rows.map(([, who, did]) => `${who} ${did}`)).toEqual([
    `staff ${auditWordsOf('enquiry.note')[1]}`,
    `lerato ${auditWordsOf('enquiry.update')[1]}`,
    `lerato ${auditWordsOf('enquiry.read')[1]}`,
  ]);
  expect((await office.send('audit.search', { reference: 'not one' }, 'officer')).status).toBe(400);

  const noted = await office.stores.audit.read({ action: 'audit.search', limit: 99 });
  expect(noted.map(({ subject }) => subject.conditions)).toContainEqual(['reference', 'account']);
  expect(noted[0]?.subject).toMatchObject({ conditions: ['file', 'reference'], count: 3, ids: [] });
  expect(`${JSON.stringify(noted)} ${office.log()}`).not.toMatch(
    new RegExp(`${reference}|sought`, 'i'),
  );
});
