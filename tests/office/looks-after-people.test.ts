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
