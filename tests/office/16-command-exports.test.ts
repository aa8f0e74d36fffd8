import { spawn } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';

import type { ContactForm } from '#contract/contact-form.ts';
import { PRIVACY_NOTICE_VERSION } from '#firm/firm.ts';
import { documentOf, storeDocuments, storeSubmission } from '#storage/submissions.ts';
import { createAccessToken } from '#storage/tokens.ts';
import { createUser } from '#storage/users.ts';
import { createAccepted } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { addOfficer, runAsOfficer } from '#support/office/run-staff.ts';
import { openDatabase } from '#support/own-stores.ts';
import { parseCsv } from '#support/parse-csv.ts';
import { projectRoot } from '../../dev/processes.ts';

const database = forAllTests(openDatabase);
let token = '';
const forms: Partial<ContactForm>[] = [
  { firstName: '=HYPERLINK("http://evil.example")', lastName: '+27', organisation: '-1+1' },
  { organisation: '@SUM(A1:A9)', message: '=1+1;=2+2\n=3+3, "quoted"\r\n\ttabs' },
  { firstName: "'=1", lastName: "'t Hooft", organisation: "''+1" },
  { email: 'Brigid@Example.net', message: 'ünïcødé 👩‍👩‍👧 and a comma, a semicolon; done' },
];
const longAgo = 1_030;

// These are dated in the future, so that retention never deletes them during a run.
beforeAll(async () => {
  await addOfficer(database);
  const { id: userId } = await createUser(database, { username: 'naledi' });
  const wanted = { userId, name: 'A test', scope: 'export', days: 1 } as const;
  ({ token } = await createAccessToken(database, wanted));
  for (const [index, change] of forms.entries()) {
    const submission = createAccepted({ acceptedAt: new Date(`2099-06-0${index + 1}T08:00:00Z`) });
    await storeSubmission(database, { ...submission, form: { ...submission.form, ...change } });
  }
  const acceptedAt = new Date('2098-01-01T08:00:00Z');
  const many = Array.from({ length: longAgo }, () => documentOf(createAccepted({ acceptedAt })));
  await storeDocuments(database, many);
});

function submissions(...args: string[]) {
  return runAsOfficer(['submissions', ...args], database.settings);
}

function records(text: string): Record<string, string>[] {
  const [titles = [], ...lines] = parseCsv(text);
  return lines.map((cells) =>
    Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])),
  );
}

it.each([
  [['--limit', '2'], `2 of ${forms.length + longAgo} enquiries.\n`],
  [['--search', 'brigid@example.NET'], '1 of 1 enquiries.\n'],
  [['--in', 'new', '--from', '2099-06-02', '--to', '2099-06-04'], '3 of 3 enquiries.\n'],
  [['--in', 'spam'], '0 of 0 enquiries.\n'],
])('lists with %j, and counts what there is', async (args, words) => {
  const { notes, code } = await submissions('list', ...args);
  expect([code, notes]).toEqual([0, words]);
});

it.each([
  [['list', '--in', 'everything'], 'list: '],
  [['list', '--from', 'yesterday'], 'from: '],
  [['list', '--limit', '101'], 'limit: '],
  [['export'], 'reason: '],
  [['export', '--reason', 'Figures', '--format', 'xml'], 'format: '],
])('refuses %j', async (args, words) => {
  const { notes, code } = await submissions(...args);
  expect([code, notes]).toEqual([2, expect.stringContaining(words)]);
});

it('shows an enquiry by id or reference', async () => {
  const { out } = await submissions('list', '--json', '--from', '2099-06-04');
  const [newest] = JSON.parse(out) as { id: string; reference: string }[];
  const shown = await submissions('show', newest?.reference.toLowerCase() ?? '');
  expect(JSON.parse(shown.out)).toMatchObject({
    enquiry: { id: newest?.id, email: 'Brigid@Example.net', noticeVersion: PRIVACY_NOTICE_VERSION },
  });
  expect((await submissions('show', newest?.id ?? '')).out).toContain('Brigid@Example.net');
  const none = await submissions('show', '0000-0000');
  expect([none.code, none.notes]).toEqual([1, 'There is no enquiry with that reference.\n']);
});

it('PROMISE 16: exports CSV for Excel without formulas, and loses none of the text', async () => {
  const { out } = await submissions('export', '--reason', 'Figures', '--from', '2099-01-01');
  expect(out.startsWith('\uFEFF"Reference"')).toBe(true);
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
  const [record] = await database.audit.read({ action: 'enquiry.export', limit: 1 });
  expect(record?.subject).toMatchObject({ reason: 'Figures' });
  expect(JSON.stringify(record)).not.toMatch(/brigid|hooft|example\./i);
});

/** Runs a shell script in which `export` is the command. */
async function shell(script: string) {
  const command = `"${process.execPath}" build/commands.js submissions export --reason Figures`;
  const child = spawn('bash', ['-c', `set -o pipefail; ${script.replace('export', command)}`], {
    cwd: projectRoot,
    env: { ...process.env, ...database.settings, OFFICE_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, notes] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (notes += String(chunk)));
  const code = await new Promise((ended) => child.once('close', ended));
  return { code, out, notes };
}

it.each([
  ['export > /dev/full', 'no space left on device'],
  ['export --format xlsx > /dev/full', 'no space left on device'],
  ['export | true', 'EPIPE'],
  ['file=$(mktemp); trap \'rm "$file"\' EXIT; ulimit -f 4; export > "$file"', 'file too large'],
])('PROMISE 16: says that it is incomplete: %s', async (script, why) => {
  const { notes, code } = await shell(script);
  expect(notes).toMatch(/^The output is incomplete \(.*\)\.\n$/);
  expect(notes).toContain(why);
  expect(code).toBe(1);
});

it('PROMISE 16: writes every enquiry, and a workbook, to a pipe', async () => {
  const whole = await shell('export | cat');
  expect([whole.code, whole.notes]).toEqual([0, '']);
  const references = records(whole.out).map(({ Reference }) => Reference);
  expect(new Set(references).size).toBe(forms.length + longAgo);
  const workbook = await shell('export --format xlsx --from 2099-01-01 | head -c 2');
  expect(workbook).toMatchObject({ out: 'PK' });
});
