import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { beforeAll, expect, it } from 'vitest';

import { contactField, type ContactFieldName } from '../../../contract/contact-fields.ts';
import type { ContactForm } from '../../../contract/contact-form.ts';
import { referenceOf } from '../../../contract/reference.ts';
import { PRIVACY_NOTICE_VERSION } from '../../../firm/firm.ts';
import { forAllTests } from '../../../testing/for-all-tests.ts';
import { parseCsv } from '../../../testing/parse-csv.ts';
import { storeSubmission } from '../../../storage/submissions.ts';
import { insertInBatches, openDatabase } from '../../../testing/own-stores.ts';
import { createAccepted, createEnquiry } from '../../../testing/enquiry.ts';
import { addOfficer, runAsOfficer } from '../../../testing/office/run-staff.ts';

const database = forAllTests(openDatabase);
const forms: Partial<ContactForm>[] = [
  { firstName: '=HYPERLINK("http://evil.example")', lastName: '+27', organisation: '-1+1' },
  { organisation: '@SUM(A1:A9)', message: '=1+1;=2+2\n=3+3, "quoted"\r\n\ttabs' },
  { firstName: "'=1", lastName: "'t Hooft", organisation: "''+1" },
  { email: 'Brigid@Example.net', message: 'ünïcødé 👩‍👩‍👧 and a comma, a semicolon; done' },
  { organisation: 'An organisation with a name that is much longer than any screen is wide' },
];
// The enquiries are dated in the future, so that retention never deletes them during a run.
beforeAll(async () => {
  await addOfficer(database);
  for (const [index, change] of forms.entries()) {
    const submission = createAccepted({ acceptedAt: new Date(`2099-06-0${index + 1}T08:00:00Z`) });
    const form = { ...submission.form, ...change };
    await storeSubmission(database, { ...submission, form });
  }
});

function submissions(args: string[], person = {}) {
  return runAsOfficer(['submissions', ...args], database.settings, person);
}

function records(text: string): Record<string, string>[] {
  const [titles = [], ...lines] = parseCsv(text);
  return lines.map((cells) =>
    Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])),
  );
}

it('lists the newest enquiries first, in a table that fits the terminal', async () => {
  const { out, code, notes } = await submissions(['list'], { columns: 140 });
  const [head, ...lines] = out.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(head).toMatch(/^Reference +Received +State +Name +Email +Organisation/);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain('2099-06-05 10:00');
  expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(140);
  expect(notes).toBe('5 enquiries.\n');
});

it('truncates no essential column on a narrow terminal', async () => {
  const { out } = await submissions(['list'], { columns: 60 });
  expect(Math.max(...out.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(60);
  for (const form of forms) {
    const { firstName, lastName, email } = { ...createEnquiry(), ...form };
    expect(out).toContain(`${firstName} ${lastName}`);
    expect(out).toContain(email);
  }
  const found = out.match(/^[\dA-Z]{4}-[\dA-Z]{4} {2}2099-06-0\d 10:00 {2}New, unassigned$/gm);
  expect(found).toHaveLength(forms.length);
});

it.each([
  [['list', '--limit', '2'], '2 of 5 enquiries.\n'],
  [['list', '--search', 'hooft'], '1 enquiry.\n'],
  [['list', '--in', 'new'], '5 enquiries.\n'],
  [['list', '--in', 'closed'], 'No enquiries were found.\n'],
  [['list', '--search', 'nobody'], 'No enquiries were found.\n'],
  [['export', '--in', 'spam'], 'No enquiries were found.\n'],
  [['audit', '--action', 'person.erase'], 'No records were found.\n'],
])('reports the number of results for %j', async (args, words) => {
  const { notes, code } = await submissions(args);
  expect([code, notes]).toEqual([0, words]);
});

it('does not truncate piped output', async () => {
  expect((await submissions(['list'])).out).toContain('than any screen is wide');
});

it('filters by address regardless of case, by day, by list and by text', async () => {
  const count = async (...args: string[]) => {
    const { out } = await submissions(['list', '--format', 'json', ...args]);
    return (JSON.parse(out) as unknown[]).length;
  };
  expect(await count('--email', 'brigid@example.NET')).toBe(1);
  expect(await count('--email', 'brigid@example')).toBe(0);
  expect(await count('--from', '2099-06-02', '--to', '2099-06-04')).toBe(3);
  expect(await count('--in', 'spam')).toBe(0);
  expect(await count('--search', 'hooft')).toBe(1);
  expect(await count('--limit', '2')).toBe(2);
});

it('exports CSV without formulas, and loses none of the text', async () => {
  const { out } = await submissions(['export']);
  for (const cell of out.matchAll(/(?:^|,)"(.)/gm)) expect(cell[1]).not.toMatch(/[=+\-@\t\r]/);
  const exported = records(out).reverse();
  expect(exported).toHaveLength(forms.length);
  for (const [index, form] of forms.entries()) {
    const fields = Object.entries({ ...createAccepted().form, ...form });
    for (const [name, value] of fields) {
      const { label } = contactField(name as ContactFieldName);
      expect(exported[index]?.[label]).toBe(value);
    }
  }
});

it('exports JSON with all data', async () => {
  const { out } = await submissions(['export', '--format', 'json', '--search', 'Hooft']);
  const [found] = JSON.parse(out) as Record<string, unknown>[];
  expect(found).toMatchObject({
    ...forms[2],
    status: 'accepted',
    noticeVersion: PRIVACY_NOTICE_VERSION,
  });
  expect(found?.notifications).toBeDefined();
});

it('writes a file readable only by its owner, and does not overwrite files', async () => {
  const file = join(database.settings.OUTBOX_DIR, 'enquiries.csv');
  const { out, notes } = await submissions(['export', '--out', file, '--bom']);
  expect(out).toBe('');
  expect(notes).toContain('5 enquiries.');
  const text = await readFile(file, 'utf8');
  expect(text.startsWith('\uFEFF"Reference"')).toBe(true);
  expect(records(text)).toHaveLength(5);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again = await submissions(['export', '--out', file]);
  expect([again.code, again.notes]).toEqual([1, `${file} cannot be written: it already exists.\n`]);
});

it('exports more than one page of enquiries', async () => {
  const one = await database.submissions.findOne().lean();
  const createdAt = new Date('2023-01-01T00:00:00Z');
  const more = Array.from({ length: 1_030 }, () => {
    const id = randomUUID();
    return { ...one, _id: id, reference: referenceOf(id), createdAt };
  });
  await insertInBatches(more, (some) => database.submissions.insertMany(some));
  const exported = records((await submissions(['export', '--to', '2023-12-31'])).out);
  expect(new Set(exported.map(({ Reference }) => Reference)).size).toBe(1_030);
});

it('shows an enquiry by id, or by reference in several spellings', async () => {
  const { out: json } = await submissions(['list', '--from', '2099-06-05', '--format', 'json']);
  const [newest] = JSON.parse(json) as { id: string; reference: string }[];
  const { out } = await submissions(['show', newest?.reference.toLowerCase() ?? '']);
  expect(out).toContain('much longer than any screen is wide');
  expect((await submissions(['show', '--id', newest?.id ?? ''])).out).toBe(out);
  const [first = '', second = ''] = (newest?.reference ?? '').toLowerCase().split('-');
  const asSaid = second.replaceAll('0', 'o').replaceAll('1', 'l');
  expect((await submissions(['show', first, asSaid])).out).toBe(out);
  expect((await submissions(['show', `${first}${asSaid}`])).out).toBe(out);
  const none = await submissions(['show', '0000-0000']);
  expect([none.code, none.notes]).toEqual([1, 'There is no enquiry with that reference.\n']);
});

it('records which enquiries were read, without their content', async () => {
  const { out } = await submissions(['audit', '--format', 'json']);
  const actions = (JSON.parse(out) as { action: string }[]).map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['enquiry.list', 'enquiry.export', 'enquiry.read']),
  );
  expect(out).not.toMatch(/brigid|hooft|thandiwe|example\./i);
});

it.each([
  [['list', '--in', 'old'], 'must be new, mine, in-progress'],
  [['list', '--from', 'yesterday'], 'must be a date such as 2024-06-30'],
  [['export', '--format', 'xml'], 'must be table, json, csv'],
  [['show'], 'Give one reference or ID.'],
])('explains how to use %j', async (args, words) => {
  const { code, notes } = await submissions(args);
  expect(code).toBe(2);
  expect(notes).toContain(words);
});
