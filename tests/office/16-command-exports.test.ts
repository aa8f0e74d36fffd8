import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';

import type { ContactForm } from '../../contract/contact-form.ts';
import { referenceOf } from '../../contract/reference.ts';
import { PRIVACY_NOTICE_VERSION } from '../../firm/firm.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { parseCsv } from '../../testing/parse-csv.ts';
import { storeSubmission } from '../../storage/submissions.ts';
import { insertInBatches, openDatabase } from '../../testing/own-stores.ts';
import { createAccepted } from '../../testing/enquiry.ts';
import { addOfficer, runAsOfficer } from '../../testing/office/run-staff.ts';

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

const because = ['--reason', 'Figures for the board'];

function submissions(args: string[], person = {}) {
  return runAsOfficer(['submissions', ...args], database.settings, person);
}

function records(text: string): Record<string, string>[] {
  const [titles = [], ...lines] = parseCsv(text);
  return lines.map((cells) =>
    Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])),
  );
}

it('lists the newest enquiries first, aligned in columns', async () => {
  const { out, code, notes } = await submissions(['list']);
  const [head = '', ...lines] = out.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(head).toMatch(/^Reference +Received +State +Name +Organisation +Message$/);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain('2099-06-05 10:00');
  expect(lines[0]).toContain('than any screen is wide');
  const column = head.indexOf('State');
  expect(lines.every((line) => /^(?:New|In progress|Waiting)/.test(line.slice(column)))).toBe(true);
  expect(notes).toBe('5 of 5 enquiries.\n');
});

it.each([
  [['--limit', '2'], '2 of 5 enquiries.\n'],
  [['--search', 'hooft'], '1 of 1 enquiries.\n'],
  [['--search', 'brigid@example.NET'], '1 of 1 enquiries.\n'],
  [['--in', 'new', '--from', '2099-06-02', '--to', '2099-06-04'], '3 of 3 enquiries.\n'],
  [['--in', 'spam'], '0 of 0 enquiries.\n'],
])('lists with %j, and counts what there is', async (args, words) => {
  const { notes, code } = await submissions(['list', ...args]);
  expect([code, notes]).toEqual([0, words]);
});

it('prints nothing that moves the cursor, breaks a line or reverses text', async () => {
  const submission = createAccepted({ acceptedAt: new Date('2098-06-01T08:00:00Z') });
  const message = 'one\n\u001b[2Jtwo \u202eevil';
  await storeSubmission(database, { ...submission, form: { ...submission.form, message } });
  const listed = await submissions(['list', '--to', '2098-12-31']);
  const shown = await submissions(['show', submission.id]);
  expect(listed.out).toMatch(/one \uFFFD\[2Jtwo \uFFFDevil\n$/);
  expect(shown.out).toContain('one\n\uFFFD[2Jtwo \uFFFDevil\n');
  await database.submissions.deleteOne({ _id: submission.id });
});

it('exports CSV without formulas, and loses none of the text', async () => {
  const { out } = await submissions(['export', ...because]);
  for (const cell of out.matchAll(/(?:^|,)"(.)/gm)) expect(cell[1]).not.toMatch(/[=+\-@\t\r]/);
  const exported = records(out).reverse();
  expect(exported).toHaveLength(forms.length);
  for (const [index, form] of forms.entries()) {
    const { firstName, lastName, organisation, message } = { ...createAccepted().form, ...form };
    expect(exported[index]).toMatchObject({
      ...{ 'First Name': firstName, 'Last Name': lastName },
      ...{ Organisation: organisation, Message: message },
    });
  }
});

it('writes a file readable only by its owner, and does not overwrite files', async () => {
  const file = join(database.settings.OUTBOX_DIR, 'enquiries.csv');
  const { out, notes } = await submissions(['export', ...because, '--out', file]);
  expect(out).toBe('');
  expect(notes).toContain('It contains personal data');
  const text = await readFile(file, 'utf8');
  expect(text.startsWith('\uFEFF"Reference"')).toBe(true);
  expect(records(text)).toHaveLength(5);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again = await submissions(['export', ...because, '--out', file]);
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
  const exported = records((await submissions(['export', ...because, '--to', '2023-12-31'])).out);
  expect(new Set(exported.map(({ Reference }) => Reference)).size).toBe(1_030);
  const listed = await submissions(['list', '--json', '--limit', '250', '--to', '2023-12-31']);
  const ids = (JSON.parse(listed.out) as { id: string }[]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(250);
  expect(listed.notes).toBe('250 of 1030 enquiries.\n');
});

it('shows an enquiry by id, or by reference in several spellings', async () => {
  const listed = await submissions(['list', '--json', '--from', '2099-06-05']);
  const [newest] = JSON.parse(listed.out) as { id: string; reference: string }[];
  const { out } = await submissions(['show', newest?.reference.toLowerCase() ?? '']);
  expect(out).toContain('much longer than any screen is wide');
  expect((await submissions(['show', newest?.id ?? ''])).out).toBe(out);
  const [first = '', second = ''] = (newest?.reference ?? '').toLowerCase().split('-');
  const asSaid = second.replaceAll('0', 'o').replaceAll('1', 'l');
  expect((await submissions(['show', first, asSaid])).out).toBe(out);
  const json = await submissions(['show', `${first}${asSaid}`, '--json']);
  expect(JSON.parse(json.out)).toMatchObject({
    enquiry: { id: newest?.id, noticeVersion: PRIVACY_NOTICE_VERSION },
  });
  const none = await submissions(['show', '0000-0000']);
  expect([none.code, none.notes]).toEqual([1, 'There is no enquiry with that reference.\n']);
});

it('records which enquiries were read and why, without their content', async () => {
  const records = await database.audit.read({ limit: 100 });
  const actions = records.map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['enquiry.list', 'enquiry.export', 'enquiry.read']),
  );
  expect(records.find(({ action }) => action === 'enquiry.export')?.subject).toMatchObject({
    reason: because[1],
  });
  expect(JSON.stringify(records)).not.toMatch(/brigid|hooft|thandiwe|example\./i);
});
