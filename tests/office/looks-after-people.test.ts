import { unzipSync } from 'fflate';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { localDay } from '../../contract/time.ts';
import { referenceOf } from '../../contract/reference.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { auditWordsOf } from '../../office/features/audit/audit-words.ts';
import { createEnquiry } from '../../testing/enquiry.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { parseCsv } from '../../testing/parse-csv.ts';
import { startStaffedOffice } from './office-under-test.ts';

const office = forAllTests(startStaffedOffice);

it('exports a spreadsheet without formulas, and records the reason', async () => {
  const form = createEnquiry({ organisation: '=HYPERLINK("http://x")' });
  const acceptedAt = new Date('2026-02-03T22:30:00Z');
  const id = await storeAccepted(office.stores, { form, acceptedAt });
  await office.ask('enquiry.note', { items: [{ id, version: 0 }], text: 'Rang them.' });
  await office.ask('enquiry.close', { items: [{ id, version: 1 }] });
  const wanted = { tab: 'all', reason: 'The board wants figures.' };
  const csv = await (
    await office.send('enquiry.export', { ...wanted, format: 'csv' }, 'staff')
  ).text();
  expect(csv).toContain('"Reference","Received","First Name"');
  expect(csv).toContain('2026-02-04 00:30');
  expect(csv).toMatch(/"Closed, staff","20[\d-]+ [\d:]+","20[\d-]+ [\d:]+, staff: Rang them\."/);
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
  const wanted = { tab: 'all', search: organisation, reason: 'All of them.', format: 'csv' };
  const response = await office.send('enquiry.export', wanted, 'staff');
  expect(parseCsv(await response.text())).toHaveLength(1 + many);
  const found = await office.stores.audit.read({ action: 'enquiry.export', limit: 3 });
  const pages = found.map(({ subject }) => subject.count);
  expect(pages).toEqual([100, 1_000, 1_000]);
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
  ).toBe(404);
  expect((await office.ask('request.list', {}, 'officer')).requests).toMatchObject([
    { id: added.id },
  ]);
});

it('searches the audit trail by every condition, without recording the search terms', async () => {
  const email = 'sought@example.org';
  const id = await storeAccepted(office.stores, { form: createEnquiry({ email }) });
  const reference = referenceOf(id);
  const { version } = (await office.ask('enquiry.open', { name: id }, 'lerato')).handling;
  await office.ask('enquiry.assign', { items: [{ id, version }], owner: 'lerato' }, 'lerato');
  await office.ask('enquiry.close', { items: [{ id, version: 1 }] });
  const search = (body: object) => office.ask('audit.search', body, 'officer');
  const found = async (body: object) =>
    (await search(body)).records.map(({ actor, action }) => `${actor} ${action}`);

  const all = ['staff enquiry.close', 'lerato enquiry.assign', 'lerato enquiry.open'];
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
  expect(next.records.map(({ action }) => action)).toEqual(['enquiry.open']);
  expect(next.nextCursor).toBeNull();

  await office.stores.submissions.deleteMany({});
  expect(await found({ reference })).toEqual(all);
  expect(await found({ email })).toEqual([]);
  const file = await office.send('audit.export', { reference }, 'officer');
  expect(file.headers.get('content-disposition')).toMatch(/audit-[\d-]+\.csv/);
  const [titles, ...rows] = parseCsv(await file.text());
  expect(titles?.slice(0, 3)).toEqual(['Time', 'User', 'Action']);
  expect(rows.map(([, who, did]) => `${who} ${did}`)).toEqual([
    `staff ${auditWordsOf('enquiry.close')[1]}`,
    `lerato ${auditWordsOf('enquiry.assign')[1]}`,
    `lerato ${auditWordsOf('enquiry.open')[1]}`,
  ]);
  expect((await office.send('audit.search', { reference: 'not one' }, 'officer')).status).toBe(400);

  const noted = await office.stores.audit.read({ action: 'audit.search', limit: 99 });
  expect(noted.map(({ subject }) => subject.conditions)).toContainEqual(['reference', 'account']);
  expect(noted[0]?.subject).toMatchObject({ conditions: ['file', 'reference'], count: 3, ids: [] });
  expect(`${JSON.stringify(noted)} ${office.log()}`).not.toMatch(
    new RegExp(`${reference}|sought`, 'i'),
  );
});
