import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';

import { localDay } from '#contract/time.ts';
import { createEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { startDesk } from '#support/office/desk.ts';
import { storeAccepted, storeMarked } from '#support/own-stores.ts';
import { parseCsv } from '#support/parse-csv.ts';
import type { ActionName, InputOf } from '../../office/api.ts';

const desk = forAllTests(startDesk);

/** Lets MongoDB refuse every audit record until the test ends. */
function refuseRecords(): void {
  desk.front.answer = ({ insert }) =>
    insert === 'auditrecords'
      ? { ok: 0, code: 13, errmsg: 'not authorized on enquiries to execute command insert' }
      : undefined;
  onTestFinished(() => {
    desk.front.answer = () => undefined;
  });
}

it('shows nothing and changes nothing if it cannot be written down', async () => {
  const [id, possible] = [await storeAccepted(desk.database), await storeMarked(desk.database)];
  refuseRecords();
  const before = [await desk.stored(id), await desk.stored(possible)];
  const item = { id, version: 0 };
  const inputs: [ActionName, object][] = [
    ['enquiry.list', { list: 'new' }],
    ['enquiry.read', { name: id }],
    ['enquiry.update', { changes: [{ ...item, patch: { owner: 'staff' } }] }],
    ['enquiry.note', { id, text: 'Called.' }],
    ['enquiry.reply', { ...item, text: 'Thank you.', close: true }],
    ['enquiry.update', { changes: [{ ...item, patch: { status: 'quarantined' } }] }],
    ['enquiry.update', { changes: [{ ...item, id: possible, patch: { status: 'released' } }] }],
  ];
  for (const [name, input] of inputs) {
    const response = await desk.send(name, input);
    expect([response.status, await response.text()], name).toEqual([
      expect.any(Number) as number,
      expect.not.stringContaining('Thandiwe') as string,
    ]);
    expect(response.status, name).toBeGreaterThanOrEqual(500);
  }
  expect([await desk.stored(id), await desk.stored(possible)]).toEqual(before);
});

it('records a list once per person in 15 minutes, and each newcomer at once', async () => {
  await desk.database.submissions.deleteMany({});
  const id = await storeAccepted(desk.database);
  const ids = async (actor: string) => {
    const filter = { account: actor, action: 'enquiry.list', limit: 50 };
    const records = await desk.database.audit.read(filter);
    return records.map(({ subject }) => subject.ids);
  };
  for (let times = 0; times < 3; times += 1) await desk.ask('enquiry.list', { list: 'new' });
  expect(await ids('staff')).toEqual([[id]]);
  const newcomer = await storeAccepted(desk.database);
  await desk.ask('enquiry.list', { list: 'new' });
  await desk.ask('enquiry.list', { list: 'new' }, { user: 'lerato' });
  expect(await ids('staff')).toEqual([[newcomer], [id]]);
  expect(new Set((await ids('lerato'))[0])).toEqual(new Set([id, newcomer]));
});

it('PROMISE 14: officers search by enquiry, person, colleague and date; no term is recorded', async () => {
  const email = 'sought@example.org';
  const id = await storeAccepted(desk.database, { form: createEnquiry({ email }) });
  const { enquiry } = await desk.ask('enquiry.read', { name: id }, { user: 'lerato' });
  const { reference, version } = enquiry;
  const changes = [{ id, version, patch: { owner: 'lerato' } }];
  await desk.ask('enquiry.update', { changes }, { user: 'lerato' });
  await desk.ask('enquiry.note', { id, text: 'Called.' });
  const search = (input: InputOf<'audit.search'>) =>
    desk.ask('audit.search', input, { user: 'officer' });
  const sentences = async (input: InputOf<'audit.search'>) =>
    (await search(input)).records.map(({ actor, verb, rest }) => `${actor} ${verb} ${rest}`.trim());

  const all = ['staff added a note to', 'lerato assigned to lerato', 'lerato opened'];
  expect(await sentences({ about: reference.toLowerCase() })).toEqual(all);
  expect(await sentences({ about: id })).toEqual(all);
  expect(await sentences({ about: email.toUpperCase() })).toEqual(all);
  expect(await sentences({ about: reference, account: 'Lerato' })).toEqual(all.slice(1));
  const today = localDay(new Date());
  expect(await sentences({ about: reference, from: today, to: today })).toEqual(all);
  expect(await sentences({ about: reference, to: '2026-01-01' })).toEqual([]);
  expect((await search({ about: reference })).records[0]?.enquiries).toEqual([reference]);
  expect(await desk.refusal('audit.search', { about: 'not one' }, { user: 'officer' })).toEqual({
    ...{ status: 400, sentence: expect.stringContaining('neither a reference') as string },
  });
  await desk.database.submissions.deleteMany({});
  expect(await sentences({ about: reference })).toEqual(all);
  expect(await sentences({ about: email })).toEqual([]);

  const noted = await desk.database.audit.read({ action: 'audit.search', limit: 99 });
  expect(noted.map(({ subject }) => subject.conditions)).toContainEqual(['about', 'account']);
  expect(`${JSON.stringify(noted)} ${desk.output()}`).not.toMatch(
    new RegExp(`${reference}|sought`, 'i'),
  );
});

it('PROMISE 14: shows as many of long results as are asked for, each record once', async () => {
  const id = randomUUID();
  for (let times = 0; times < 60; times += 1) {
    const entry = { actor: 'lerato', action: 'enquiry.open', subject: { ids: [id] } };
    await desk.database.audit.record(entry);
  }
  const search = (limit?: number) =>
    desk.ask('audit.search', { about: id, ...(limit && { limit }) }, { user: 'officer' });
  const first = await search();
  const all = await search(100);
  expect([first.total, first.records.length, all.records.length]).toEqual([60, 50, 60]);
  expect(all.records.slice(0, 50)).toEqual(first.records);
  expect(new Set(all.records.map((record) => record.id)).size).toBe(60);
});

it('PROMISE 15: the export names what was erased, so that no restore brings it back', async () => {
  const erased = randomUUID();
  const started = await desk.database.audit.start({
    ...{ actor: 'officer', action: 'person.erase', subject: { ids: [erased] } },
  });
  await started.end('done');
  const response = await desk.send('audit.export', { about: erased }, { user: 'officer' });
  expect(response.headers.get('content-disposition')).toMatch(/audit-[\d-]+\.csv/);
  const [titles, row] = parseCsv(await response.text());
  expect(titles?.slice(0, 4)).toEqual(['Time', 'Account', 'Action', 'Code']);
  expect(row).toEqual(
    expect.arrayContaining(['officer', 'erased', 'person.erase', 'done', erased]),
  );
});

it('PROMISE 15: the log names what was erased, in case the audit trail is lost too', async () => {
  const email = 'erased@example.net';
  const id = await storeAccepted(desk.database, { form: createEnquiry({ email }) });
  await desk.ask('person.erase', { who: email, typed: email }, { user: 'officer' });
  const lines = desk.output().split('\n');
  const naming = lines.filter((line) => line.includes('"person.erase"') && line.includes(id));
  expect(naming).toHaveLength(1);
  expect(desk.output()).not.toContain(email);
});

it('PROMISE 14: the history of an enquiry that was opened 600 times lacks nothing', async () => {
  const id = await storeAccepted(desk.database);
  const changes = [{ id, version: 0, patch: { owner: 'lerato' } }];
  await desk.ask('enquiry.update', { changes });
  const entry = { actor: 'lerato', action: 'enquiry.open', subject: { ids: [id] } };
  for (let times = 0; times < 600; times += 20) {
    await Promise.all(Array.from({ length: 20 }, () => desk.database.audit.record(entry)));
  }
  const { history } = await desk.ask('enquiry.read', { name: id });
  const shown = history.map(({ by, words, times }) => `${by ?? ''} ${words} ${times}`.trim());
  expect(shown).toContain('staff assigned it to lerato 1');
  expect(shown).toContain('lerato opened it 600');
});

it.each<[ActionName, object, string[]]>([
  ['enquiry.list', { list: 'new' }, ['staff', 'officer']],
  ['enquiry.read', { name: '7F3K-92QD' }, ['staff', 'officer']],
  ['enquiry.update', { changes: [] }, ['staff', 'officer']],
  ['enquiry.export', {}, ['staff', 'officer']],
  ['enquiry.resend', {}, ['ops', 'staff', 'officer']],
  ['template.remove', {}, ['staff', 'officer']],
  ['pulse', {}, ['staff', 'officer']],
  ['account.names', {}, ['ops', 'staff', 'officer']],
  ['overview.read', {}, ['staff', 'officer']],
  ['audit.search', {}, ['officer']],
])('lets only those roles use %s that may', async (name, input, allowed) => {
  for (const user of ['ops', 'staff', 'officer']) {
    const { status } = await desk.send(name, input, { user });
    expect(status === 403, user).toBe(!allowed.includes(user));
  }
  expect((await desk.send(name, input, { headers: { Cookie: '' } })).status).toBe(401);
  const foreign = { 'Sec-Fetch-Site': 'cross-site' };
  expect((await desk.send(name, input, { headers: foreign })).status).toBe(403);
});

it('asks for a recent sign-in before it saves a file', async () => {
  const createdAt = new Date(Date.now() - 11 * 60_000);
  await desk.database.sessions.updateMany({}, { $set: { createdAt } });
  const wanted = { list: 'all', format: 'csv', reason: 'For the board' };
  const response = await desk.send('enquiry.export', wanted);
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toContain('insufficient_user_authentication');
});
