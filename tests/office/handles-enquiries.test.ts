import { beforeEach, expect, it } from 'vitest';

import { markNotification } from '../../storage/notifications.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createEnquiry } from '../../testing/enquiry.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { startStaffedOffice } from './office-under-test.ts';

const office = forAllTests(startStaffedOffice);

const screening = { score: 9, reasons: ['It was sent too fast.'], quarantined: true };

beforeEach(async () => {
  await office.stores.submissions.deleteMany({});
});

it('lists enquiries by what became of them, a page at a time', async () => {
  const at = (hour: number) => ({ acceptedAt: new Date(Date.UTC(2026, 1, 3, hour)) });
  const oldest = await storeAccepted(office.stores, at(1));
  await storeAccepted(office.stores, at(2));
  const newest = await storeAccepted(office.stores, at(3));
  await storeAccepted(office.stores, { screening });
  await storeAccepted(office.stores, { canary: true });
  const bounced = { submissionId: newest, kind: 'acknowledgement' } as const;
  await markNotification(office.stores, bounced, { status: 'failed', reason: 'smtp 550' });
  const items = [{ id: oldest, version: 0 }];
  await office.ask('change', { items, change: { kind: 'assign', owner: 'staff' } });

  const page = await office.ask('list', { tab: 'new', limit: 1 });
  expect(page.counts).toEqual({ new: 2, mine: 1, open: 1, done: 0, spam: 1, all: 3 });
  expect(page.total).toBe(2);
  expect(page.rows).toMatchObject([
    { id: newest, name: 'Thandiwe Nkosi', beginning: 'We need a secretariat.', state: 'new' },
  ]);
  expect(page.rows[0]?.badges).toContain('address-bounced');
  const next = await office.ask('list', { tab: 'new', limit: 1, cursor: page.nextCursor });
  expect(next.rows).toHaveLength(1);
  expect(next.nextCursor).toBeNull();
  expect((await office.ask('list', { tab: 'mine' }, 'lerato')).rows).toEqual([]);
  expect((await office.ask('list', { tab: 'mine' })).rows).toMatchObject([{ id: oldest }]);
});

it('finds people by the whole name, with accents or without, and by a reference as it is said', async () => {
  const form = createEnquiry({ firstName: 'Zoë', lastName: 'Môller' });
  const id = await storeAccepted(office.stores, { form });
  await storeAccepted(office.stores);
  const { reference } = (await office.ask('open', { name: id })).submission;
  for (const search of ['zoe moller', 'MÔLLER', reference.replace('-', ' ').toLowerCase()]) {
    const { rows, total } = await office.ask('list', { tab: 'all', search });
    expect([rows[0]?.id, total], search).toEqual([id, 1]);
  }
  const [record] = await office.stores.audit.read({ limit: 1 });
  expect(record).toMatchObject({ action: 'list-submissions', subject: { ids: [id] } });
  expect(record?.subject.conditions).toContain('text');
  expect(JSON.stringify(await office.stores.audit.read({ limit: 1_000 }))).not.toMatch(
    /moller|môller/i,
  );
  expect(office.log()).not.toMatch(/moller|môller/i);
});

it('loses nothing when two colleagues change the same enquiry at once', async () => {
  const id = await storeAccepted(office.stores);
  const note = (user: string, version: number) =>
    office.send(
      'change',
      { items: [{ id, version }], change: { kind: 'note', text: `By ${user}.` } },
      user,
    );
  const answers = await Promise.all([note('staff', 0), note('lerato', 0)]);
  const [won, lost] = answers[0].status === 200 ? answers : answers.toReversed();
  expect([won?.status, lost?.status]).toEqual([200, 409]);
  const told = (await lost?.json()) as { refused: { current: { version: number } }[] };
  const current = told.refused[0]?.current;
  expect(current).toMatchObject({ version: 1, notes: [{ text: expect.any(String) as string }] });
  const written = (await office.ask('open', { name: id })).handling.notes.map(({ by }) => by);
  const other = written.includes('staff') ? 'lerato' : 'staff';
  expect((await note(other, current?.version ?? 0)).status).toBe(200);
  const { handling, timeline } = await office.ask('open', { name: id });
  expect(handling.notes.map(({ by }) => by).sort()).toEqual(['lerato', 'staff']);
  expect(handling.version).toBe(2);
  expect(timeline.filter(({ what, done }) => what === 'noted' && done)).toHaveLength(2);
  expect(JSON.stringify(await office.stores.audit.read({ limit: 1_000 }))).not.toContain(
    'By staff.',
  );
});

it('takes, finishes, reopens and puts back, each with its state before and after', async () => {
  const id = await storeAccepted(office.stores);
  const change = (version: number, change: object) =>
    office.ask('change', { items: [{ id, version }], change });
  await change(0, { kind: 'assign', owner: 'lerato' });
  const finished = await change(1, { kind: 'finish' });
  expect(finished.done).toMatchObject([
    { before: { state: 'open', owner: 'lerato' }, after: { state: 'done', owner: 'lerato' } },
  ]);
  const again = await office.send(
    'change',
    { items: [{ id, version: 2 }], change: { kind: 'finish' } },
    'staff',
  );
  expect(again.status).toBe(400);
  const to = finished.done[0]?.before;
  const undone = await office.ask('undo', { items: [{ id, version: 2, to }] });
  expect(undone.done[0]?.after).toMatchObject({ state: 'open', owner: 'lerato', doneAt: null });
  await change(3, { kind: 'finish' });
  await change(4, { kind: 'reopen' });
  const [record] = await office.stores.audit.read({ id, actions: ['reopen-submission'], limit: 1 });
  expect(record).toMatchObject({
    actor: 'staff',
    outcome: 'done',
    subject: {
      ids: [id],
      before: { state: 'done', owner: 'lerato' },
      after: { state: 'open', owner: 'staff' },
    },
  });
  const { timeline } = await office.ask('open', { name: id });
  expect(timeline.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'received',
      'stored',
      'assigned',
      'finished',
      'undone',
      'reopened',
      'opened',
    ]),
  );
  const nobody = { items: [{ id, version: 5 }], change: { kind: 'assign', owner: 'nobody' } };
  expect((await office.send('change', nobody, 'staff')).status).toBe(400);
});

it('changes several, and says of each that it could not change why', async () => {
  const ids = [
    await storeAccepted(office.stores),
    await storeAccepted(office.stores),
    crypto.randomUUID(),
  ];
  await office.ask('change', { items: [{ id: ids[1], version: 0 }], change: { kind: 'finish' } });
  const items = ids.map((id) => ({ id, version: 0 }));
  const { done, refused } = await office.ask('change', { items, change: { kind: 'finish' } });
  expect(done.map(({ id }) => id)).toEqual([ids[0]]);
  expect(refused).toMatchObject([
    { id: ids[1], reason: 'conflict', current: { state: 'done' } },
    { id: ids[2], reason: 'not-found' },
  ]);
});

it('notes of each list which enquiries it showed', async () => {
  await storeAccepted(office.stores);
  const before = await office.stores.audit.count({});
  const { rows } = await office.ask('list', { tab: 'new' });
  const records = await office.stores.audit.read({ limit: 1 });
  expect(await office.stores.audit.count({})).toBe(before + 1);
  expect(records[0]?.subject.ids).toEqual(rows.map((row) => row.id));
});

it('notes once in a while what a page reads again by itself, and as an opening what nobody opened', async () => {
  const email = 'twice@example.org';
  const [id] = [
    await storeAccepted(office.stores, { form: createEnquiry({ email }) }),
    await storeAccepted(office.stores, { form: createEnquiry({ email }) }),
  ];
  const records = async () =>
    (await office.stores.audit.read({ id, limit: 99 })).map(({ actor, action }) => [actor, action]);
  const reread = (user: string) => office.ask('open', { name: id, again: true }, user);

  await reread('lerato');
  expect(await records()).toEqual([['lerato', 'show-submission']]);
  await office.ask('open', { name: id });
  await office.ask('open', { name: id });
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
  expect(await records()).toContainEqual(['staff', 'reread-submission']);
  expect(await office.stores.audit.count({})).toBe(opened + 2);
  await age(13 * 3_600_000);
  await reread('staff');
  const [latest] = await office.stores.audit.read({ id, actions: ['show-submission'], limit: 1 });
  expect(latest?.at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  const { timeline } = await office.ask('open', { name: id });
  expect(timeline.filter(({ what }) => what === 'opened')).toHaveLength(5);
});
