import { unzipSync } from 'fflate';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { startDesk } from '#support/office/desk.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { createEnquiry } from '#support/enquiry.ts';
import { storeAccepted } from '#support/own-stores.ts';
import { parseCsv } from '#support/parse-csv.ts';

const office = forAllTests(startDesk);

it('exports a spreadsheet without formulas, and records the reason', async () => {
  const form = createEnquiry({ organisation: '=HYPERLINK("http://x")' });
  const acceptedAt = new Date('2026-02-03T22:30:00Z');
  const id = await storeAccepted(office.database, { form, acceptedAt });
  await office.ask('enquiry.note', { id, text: 'Rang them.' });
  const patch = { state: 'done', owner: 'lerato' };
  await office.ask('enquiry.update', { changes: [{ id, version: 0, patch }] });
  await office.database.users.updateOne({ username: 'lerato' }, { $set: { name: 'Lerato M.' } });
  const wanted = { list: 'all', reason: 'The board wants figures.' };
  const csv = await (await office.send('enquiry.export', { ...wanted, format: 'csv' })).text();
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
    const text = await (await office.send('enquiry.export', limits)).text();
    return parseCsv(text).length - 1;
  };
  expect(await days('2026-02-04', '2026-02-04')).toBe(1);
  expect(await days('2026-02-01', '2026-02-03')).toBe(0);
  expect(csv).toContain(`"'=HYPERLINK`);
  const response = await office.send('enquiry.export', { ...wanted, format: 'xlsx' });
  expect(response.headers.get('content-disposition')).toMatch(/enquiries-[\d-]+\.xlsx/);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const text = Object.values(files)
    .map((file) => new TextDecoder().decode(file))
    .join('\n');
  expect(text).toContain("'=HYPERLINK");
  expect(text).not.toMatch(/<f[ >]/);
  const [record] = await office.database.audit.read({ action: 'enquiry.export', limit: 1 });
  expect(record?.subject).toMatchObject({ ids: [id], reason: wanted.reason });
  expect(
    (await office.send('enquiry.export', { ...wanted, reason: '', format: 'csv' })).status,
  ).toBe(400);
});

it('exports long lists completely, page by page', async () => {
  const many = 2_100;
  const sample = await office.database.submissions
    .findById(await storeAccepted(office.database))
    .lean();
  const organisation = 'Guild of Many';
  await office.database.submissions.insertMany(
    Array.from({ length: many }, () => ({
      ...{ ...sample, _id: randomUUID(), organisation },
      words: organisation.toLowerCase().split(' '),
    })),
  );
  const wanted = { list: 'all', search: organisation, reason: 'All of them.', format: 'csv' };
  const response = await office.send('enquiry.export', wanted);
  expect(parseCsv(await response.text())).toHaveLength(1 + many);
  const records = await office.database.audit.read({ action: 'enquiry.export', limit: 3 });
  const pages = records.map(({ subject }) => subject.count);
  expect(pages).toEqual([100, 500, 500]);
});
