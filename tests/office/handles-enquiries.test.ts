import { beforeEach, expect, it } from 'vitest';

import { markNotification } from '../../storage/deliveries.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createEnquiry } from '../../testing/enquiry.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { startStaffedOffice } from './office-under-test.ts';

const office = forAllTests(startStaffedOffice);

const screening = { score: 9, reasons: ['It was sent too fast.'], verdict: 'hidden' as const };

beforeEach(async () => {
  await office.stores.submissions.deleteMany({});
});

it('lists enquiries by state, page by page', async () => {
  const at = (hour: number) => ({ acceptedAt: new Date(Date.UTC(2026, 1, 3, hour)) });
  const oldest = await storeAccepted(office.stores, at(1));
  await storeAccepted(office.stores, at(2));
  const newest = await storeAccepted(office.stores, at(3));
  await storeAccepted(office.stores, { screening });
  const bounced = { submissionId: newest, kind: 'acknowledgement' } as const;
  await markNotification(office.stores, bounced, { status: 'failed', reason: 'smtp 550' });
  const items = [{ id: oldest, version: 0 }];
  await office.ask('enquiry.assign', { items, owner: 'staff' });

  const page = await office.ask('enquiry.list', { tab: 'new', limit: 1 });
  expect(page.counts).toMatchObject({
    new: 2,
    mine: 1,
    'in-progress': 1,
    closed: 0,
    spam: 1,
    all: 3,
  });
  expect(page.total).toBe(2);
  expect(page.rows).toMatchObject([
    { id: newest, name: 'Thandiwe Nkosi', beginning: 'We need a secretariat.', state: 'new' },
  ]);
  expect(page.rows[0]?.badges).toContain('address-bounced');
  const next = await office.ask('enquiry.list', { tab: 'new', limit: 1, cursor: page.nextCursor });
  expect(next.rows).toHaveLength(1);
  expect(next.nextCursor).toBeNull();
  expect((await office.ask('enquiry.list', { tab: 'mine' }, 'lerato')).rows).toEqual([]);
  expect((await office.ask('enquiry.list', { tab: 'mine' })).rows).toMatchObject([{ id: oldest }]);
});

it('filters a list by assignee and by day, oldest first, page by page', async () => {
  const on = (day: number) => ({ acceptedAt: new Date(Date.UTC(2026, 1, day, 22, 30)) });
  // 22:30 UTC is half past midnight on the next day in South Africa.
  const ids = [];
  for (const day of [1, 2, 3, 4]) ids.push(await storeAccepted(office.stores, on(day)));
  const [first, second, third] = ids;
  await office.ask('enquiry.assign', { items: [{ id: first, version: 0 }], owner: 'lerato' });
  const list = (wanted: object) => office.ask('enquiry.list', { tab: 'all', ...wanted });
  const days = { from: '2026-02-02', to: '2026-02-04', oldestFirst: true };
  const page = await list({ ...days, limit: 2 });
  expect([page.total, page.rows.map(({ id }) => id)]).toEqual([3, [first, second]]);
  const next = await list({ ...days, limit: 2, cursor: page.nextCursor });
  expect(next.rows.map(({ id }) => id)).toEqual([third]);
  expect((await list({ owner: 'lerato' })).rows.map(({ id }) => id)).toEqual([first]);
  expect((await list({ ...days, owner: null })).total).toBe(2);
});

it('finds enquiries by reference, and by name with or without accents, ignoring case', async () => {
  const form = createEnquiry({ firstName: 'Zoë', lastName: 'Môller' });
  const id = await storeAccepted(office.stores, { form });
  await storeAccepted(office.stores);
  const { reference } = (await office.ask('enquiry.open', { name: id })).submission;
  for (const search of ['zoe moller', 'MÔLLER', reference.replace('-', ' ').toLowerCase()]) {
    const { rows, total } = await office.ask('enquiry.list', { tab: 'all', search });
    expect([rows[0]?.id, total], search).toEqual([id, 1]);
  }
  const [record] = await office.stores.audit.read({ limit: 1 });
  expect(record).toMatchObject({ action: 'enquiry.list', subject: { ids: [id] } });
  expect(record?.subject.conditions).toContain('text');
  expect(JSON.stringify(await office.stores.audit.read({ limit: 1_000 }))).not.toMatch(
    /moller|môller/i,
  );
  expect(office.log()).not.toMatch(/moller|môller/i);
});

it('finds words in notes and replies, but not words that were undone or corrected', async () => {
  const form = createEnquiry({ lastName: 'Zwane', message: 'Please phone 082 555 0143.' });
  const id = await storeAccepted(office.stores, { form });
  const finds = async (search: string) =>
    (await office.ask('enquiry.list', { tab: 'all', search })).total === 1;
  await office.ask('enquiry.note', { items: [{ id, version: 0 }], text: 'Left a voicemail.' });
  const reply = { text: 'A quotation follows.', close: false };
  await office.ask('enquiry.reply', { items: [{ id, version: 1 }], ...reply });
  expect(await finds('quotation voicemail +27825550143')).toBe(true);
  await office.ask('enquiry.undo', { items: [{ id, version: 2 }] });
  expect(await finds('quotation')).toBe(false);
  const correction = { id, version: 3, correction: { lastName: 'Zulu' } };
  await office.ask('person.correct', correction, 'officer');
  expect([await finds('zulu voicemail'), await finds('zwane')]).toEqual([true, false]);
  const { submission } = await office.ask('enquiry.open', { name: id });
  expect(submission).not.toHaveProperty('words');
});

it('loses nothing when two colleagues change the same enquiry concurrently', async () => {
  const id = await storeAccepted(office.stores);
  const note = (user: string, version: number) =>
    office.send('enquiry.note', { items: [{ id, version }], text: `By ${user}.` }, user);
  const answers = await Promise.all([note('staff', 0), note('lerato', 0)]);
  const [won, lost] = answers[0].status === 200 ? answers : answers.toReversed();
  expect([won?.status, lost?.status]).toEqual([200, 409]);
  const conflict = (await lost?.json()) as { refused: { current: { version: number } }[] };
  const current = conflict.refused[0]?.current;
  expect(current).toMatchObject({ version: 1, notes: [{ text: expect.any(String) as string }] });
  const written = (await office.ask('enquiry.open', { name: id })).handling.notes.map(
    ({ by }) => by,
  );
  const other = written.includes('staff') ? 'lerato' : 'staff';
  expect((await note(other, current?.version ?? 0)).status).toBe(200);
  const { handling, timeline } = await office.ask('enquiry.open', { name: id });
  expect(handling.notes.map(({ by }) => by).sort()).toEqual(['lerato', 'staff']);
  expect(handling.version).toBe(2);
  expect(
    timeline.filter(({ what, done }) => what === 'enquiry.note' && done !== false),
  ).toHaveLength(2);
  expect(JSON.stringify(await office.stores.audit.read({ limit: 1_000 }))).not.toContain(
    'By staff.',
  );
});

it('changes an enquiry, undoes changes, and records the state before and after each', async () => {
  const id = await storeAccepted(office.stores);
  const seen = (version: number) => ({ items: [{ id, version }] });
  await office.ask('enquiry.assign', { ...seen(0), owner: 'lerato' });
  const closed = await office.ask('enquiry.close', seen(1));
  expect(closed.done).toMatchObject([{ after: { state: 'done', owner: 'lerato' } }]);
  expect((await office.send('enquiry.close', seen(2), 'staff')).status).toBe(400);
  const undone = await office.ask('enquiry.undo', seen(2));
  expect(undone.done[0]?.after).toMatchObject({ state: 'open', owner: 'lerato', doneAt: null });
  expect((await office.send('enquiry.undo', seen(3), 'staff')).status).toBe(409);
  await office.ask('enquiry.close', seen(3));
  await office.ask('enquiry.reopen', seen(4));
  const [record] = await office.stores.audit.read({ id, actions: ['enquiry.reopen'], limit: 1 });
  expect(record).toMatchObject({
    actor: 'staff',
    outcome: 'done',
    subject: {
      ids: [id],
      before: { state: 'done', owner: 'lerato' },
      after: { state: 'open', owner: 'lerato' },
    },
  });
  const { timeline } = await office.ask('enquiry.open', { name: id });
  expect(timeline).toContainEqual(
    expect.objectContaining({
      what: 'enquiry.assign',
      from: { state: 'new', owner: null },
      to: { state: 'open', owner: 'lerato' },
    }),
  );
  expect(new Set(timeline.map(({ what }) => what))).toEqual(
    new Set([
      ...['received', 'stored', 'mail-pending', 'enquiry.open'],
      ...['enquiry.assign', 'enquiry.close', 'enquiry.undo', 'enquiry.reopen'],
    ]),
  );
  const nobody = { ...seen(5), owner: 'nobody' };
  expect((await office.send('enquiry.assign', nobody, 'staff')).status).toBe(400);
});

it('undo restores the time of closing, and is refused after a note', async () => {
  const id = await storeAccepted(office.stores);
  const seen = (version: number) => ({ items: [{ id, version }] });
  const closed = await office.ask('enquiry.close', seen(0));
  await office.ask('enquiry.reopen', seen(1));
  const undone = await office.ask('enquiry.undo', seen(2));
  expect(undone.done[0]?.after.doneAt).toBe(closed.done[0]?.after.doneAt);
  await office.ask('enquiry.reopen', seen(3));
  const noted = await office.ask('enquiry.note', { ...seen(4), text: 'Called.' });
  expect(noted.done[0]?.canUndo).toBe(false);
  expect((await office.send('enquiry.undo', seen(5), 'staff')).status).toBe(409);
});

it('records that a change was refused, and changes nothing', async () => {
  const id = await storeAccepted(office.stores);
  const seen = { items: [{ id, version: 0 }] };
  expect((await office.send('enquiry.reopen', seen, 'staff')).status).toBe(400);
  const [record] = await office.stores.audit.read({ id, limit: 1 });
  expect(record).toMatchObject({ action: 'enquiry.reopen', outcome: 'refused' });
  expect((await office.ask('enquiry.open', { name: id })).handling.version).toBe(0);
});

it('changes several enquiries, and explains each refusal', async () => {
  const ids = [
    await storeAccepted(office.stores),
    await storeAccepted(office.stores),
    crypto.randomUUID(),
  ];
  await office.ask('enquiry.close', { items: [{ id: ids[1], version: 0 }] });
  const items = ids.map((id) => ({ id, version: 0 }));
  const { done, refused } = await office.ask('enquiry.close', { items });
  expect(done.map(({ id }) => id)).toEqual([ids[0]]);
  expect(refused).toMatchObject([
    { id: ids[1], reason: 'conflict', current: { state: 'done' } },
    { id: ids[2], reason: 'not-found' },
  ]);
});

it('records which enquiries each list showed', async () => {
  await storeAccepted(office.stores);
  const before = await office.stores.audit.count({});
  const { rows } = await office.ask('enquiry.list', { tab: 'new' });
  const records = await office.stores.audit.read({ limit: 1 });
  expect(await office.stores.audit.count({})).toBe(before + 1);
  expect(records[0]?.subject.ids).toEqual(rows.map((row) => row.id));
});

it('records automatic refreshes rarely, and as an opening if there was none before', async () => {
  const email = 'twice@example.org';
  const [id] = [
    await storeAccepted(office.stores, { form: createEnquiry({ email }) }),
    await storeAccepted(office.stores, { form: createEnquiry({ email }) }),
  ];
  const records = async () =>
    (await office.stores.audit.read({ id, limit: 99 })).map(({ actor, action }) => [actor, action]);
  const reread = (user: string) => office.ask('enquiry.open', { name: id, again: true }, user);

  await reread('lerato');
  expect(await records()).toEqual([['lerato', 'enquiry.open']]);
  await office.ask('enquiry.open', { name: id });
  await office.ask('enquiry.open', { name: id });
  const opened = await office.stores.audit.count({});
  for (const user of ['staff', 'lerato', 'staff']) await reread(user);
  expect(await office.stores.audit.count({})).toBe(opened);

  const trail = office.stores.users.db.collection<{ _id: string }>('auditrecords');
  async function age(ms: number): Promise<void> {
    for (const { _id } of await office.stores.audit.read({ limit: 99 })) {
      await trail.updateOne({ _id }, { $set: { at: new Date(Date.now() - ms) } });
    }
  }
  await age(16 * 60_000);
  await reread('staff');
  await reread('staff');
  expect(await records()).toContainEqual(['staff', 'enquiry.reread']);
  expect(await office.stores.audit.count({})).toBe(opened + 2);
  await age(13 * 3_600_000);
  await reread('staff');
  const [latest] = await office.stores.audit.read({ id, actions: ['enquiry.open'], limit: 1 });
  expect(latest?.at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  const { timeline } = await office.ask('enquiry.open', { name: id });
  expect(timeline.filter(({ what }) => what === 'enquiry.open')).toHaveLength(5);
});

it('says in a conflict that a colleague has marked the enquiry as spam', async () => {
  const id = await storeAccepted(office.stores);
  await office.ask('enquiry.spam', { items: [{ id, version: 0 }] }, 'lerato');
  const refused = await office.send('enquiry.close', { items: [{ id, version: 0 }] });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    refused: [{ current: { status: 'quarantined', version: 1 } }],
  });
});
