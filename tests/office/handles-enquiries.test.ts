import { beforeEach, expect, it, onTestFinished } from 'vitest';

import { roles } from '../../contract/roles.ts';
import { officeApi, type OperationName } from '../../office/office-api.ts';
import { markNotification } from '../../storage/notifications.ts';
import { createUser } from '../../storage/users.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { openDatabase, storeAccepted } from '../../testing/own-stores.ts';
import { createEnquiry } from '../../testing/enquiry.ts';
import { withQueues } from '../../testing/queues.ts';
import { startStoreProxies } from '../../testing/tcp-proxy.ts';
import { waitFor } from '../../testing/wait-for.ts';
import * as officeUnderTest from './office-under-test.ts';
import { basic, password, startOfficeUnderTest } from './office-under-test.ts';

const stores = forAllTests(openDatabase);
const proxies = forAllTests(() => startStoreProxies(stores.settings));
const office = forAllTests(async () => {
  const { database, settings } = { database: stores, settings: stores.settings };
  const started = await startOfficeUnderTest({ ...settings, ...proxies.settings });
  for (const role of roles) await createUser(database, { username: role, password, role });
  await createUser(database, { username: 'lerato', password, role: 'staff' });
  return started;
});

const screening = { score: 9, reasons: ['It was sent too fast.'], quarantined: true };

beforeEach(async () => {
  await stores.submissions.deleteMany({});
});

const send = (name: OperationName, body: object, user: string) =>
  officeUnderTest.sendAs(office, user, name, body);
const ask = <Name extends OperationName>(name: Name, body?: object, user = 'staff') =>
  officeUnderTest.ask(office, user, name, body);

it('lists enquiries by what became of them, a page at a time', async () => {
  const at = (hour: number) => ({ acceptedAt: new Date(Date.UTC(2026, 1, 3, hour)) });
  const oldest = await storeAccepted(stores, at(1));
  await storeAccepted(stores, at(2));
  const newest = await storeAccepted(stores, at(3));
  await storeAccepted(stores, { screening });
  await storeAccepted(stores, { canary: true });
  const bounced = { submissionId: newest, kind: 'acknowledgement' } as const;
  await markNotification(stores, bounced, { status: 'failed', reason: 'smtp 550' });
  const items = [{ id: oldest, version: 0 }];
  await ask('change', { items, change: { kind: 'assign', owner: 'staff' } });

  const page = await ask('list', { tab: 'new', limit: 1 });
  expect(page.counts).toEqual({ new: 2, mine: 1, open: 1, done: 0, spam: 1, all: 3 });
  expect(page.total).toBe(2);
  expect(page.rows).toMatchObject([
    { id: newest, name: 'Thandiwe Nkosi', beginning: 'We need a secretariat.', state: 'new' },
  ]);
  expect(page.rows[0]?.badges).toContain('address-bounced');
  const next = await ask('list', { tab: 'new', limit: 1, cursor: page.nextCursor });
  expect(next.rows).toHaveLength(1);
  expect(next.nextCursor).toBeNull();
  expect((await ask('list', { tab: 'mine' }, 'lerato')).rows).toEqual([]);
  expect((await ask('list', { tab: 'mine' })).rows).toMatchObject([{ id: oldest }]);
});

it('finds people by the whole name, with accents or without, and by a reference as it is said', async () => {
  const form = createEnquiry({ firstName: 'Zoë', lastName: 'Môller' });
  const id = await storeAccepted(stores, { form });
  await storeAccepted(stores);
  const { reference } = (await ask('open', { name: id })).submission;
  for (const search of ['zoe moller', 'MÔLLER', reference.replace('-', ' ').toLowerCase()]) {
    const { rows, total } = await ask('list', { tab: 'all', search });
    expect([rows[0]?.id, total], search).toEqual([id, 1]);
  }
  const [record] = await stores.audit.read({ limit: 1 });
  expect(record).toMatchObject({ action: 'list-submissions', subject: { ids: [id] } });
  expect(record?.subject.conditions).toContain('text');
  expect(JSON.stringify(await stores.audit.read({ limit: 1_000 }))).not.toMatch(/moller|môller/i);
  expect(office.log()).not.toMatch(/moller|môller/i);
});

it('loses nothing when two colleagues change the same enquiry at once', async () => {
  const id = await storeAccepted(stores);
  const note = (user: string, version: number) =>
    send(
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
  const written = (await ask('open', { name: id })).handling.notes.map(({ by }) => by);
  const other = written.includes('staff') ? 'lerato' : 'staff';
  expect((await note(other, current?.version ?? 0)).status).toBe(200);
  const { handling, timeline } = await ask('open', { name: id });
  expect(handling.notes.map(({ by }) => by).sort()).toEqual(['lerato', 'staff']);
  expect(handling.version).toBe(2);
  expect(timeline.filter(({ what, done }) => what === 'noted' && done)).toHaveLength(2);
  expect(JSON.stringify(await stores.audit.read({ limit: 1_000 }))).not.toContain('By staff.');
});

it('takes, finishes, reopens and puts back, each with its state before and after', async () => {
  const id = await storeAccepted(stores);
  const change = (version: number, change: object) =>
    ask('change', { items: [{ id, version }], change });
  await change(0, { kind: 'assign', owner: 'lerato' });
  const finished = await change(1, { kind: 'finish' });
  expect(finished.done).toMatchObject([
    { before: { state: 'open', owner: 'lerato' }, after: { state: 'done', owner: 'lerato' } },
  ]);
  const again = await send(
    'change',
    { items: [{ id, version: 2 }], change: { kind: 'finish' } },
    'staff',
  );
  expect(again.status).toBe(400);
  const to = finished.done[0]?.before;
  const undone = await ask('undo', { items: [{ id, version: 2, to }] });
  expect(undone.done[0]?.after).toMatchObject({ state: 'open', owner: 'lerato', doneAt: null });
  await change(3, { kind: 'finish' });
  await change(4, { kind: 'reopen' });
  const [record] = await stores.audit.read({ id, actions: ['reopen-submission'], limit: 1 });
  expect(record).toMatchObject({
    actor: 'staff',
    outcome: 'done',
    subject: {
      ids: [id],
      before: { state: 'done', owner: 'lerato' },
      after: { state: 'open', owner: 'staff' },
    },
  });
  const { timeline } = await ask('open', { name: id });
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
  expect((await send('change', nobody, 'staff')).status).toBe(400);
});

it('changes several, and says of each that it could not change why', async () => {
  const ids = [await storeAccepted(stores), await storeAccepted(stores), crypto.randomUUID()];
  await ask('change', { items: [{ id: ids[1], version: 0 }], change: { kind: 'finish' } });
  const items = ids.map((id) => ({ id, version: 0 }));
  const { done, refused } = await ask('change', { items, change: { kind: 'finish' } });
  expect(done.map(({ id }) => id)).toEqual([ids[0]]);
  expect(refused).toMatchObject([
    { id: ids[1], reason: 'conflict', current: { state: 'done' } },
    { id: ids[2], reason: 'not-found' },
  ]);
});

it('holds as spam and releases: no mail leaves twice, and what is held can be deleted', async () => {
  const id = await storeAccepted(stores);
  const sentAt = new Date();
  await markNotification(stores, { submissionId: id, kind: 'staff' }, { status: 'sent', sentAt });
  await ask('spam', { items: [{ id, version: 0 }] });
  const statuses = async () => {
    const found = await stores.submissions.findById(id).lean().exec();
    return [found?.notifications.staff?.status, found?.notifications.acknowledgement?.status];
  };
  expect(await statuses()).toEqual(['sent', 'withheld']);
  expect((await ask('list', { tab: 'spam' })).rows).toMatchObject([{ id }]);
  await ask('release', { ids: [id] });
  expect(await statuses()).toEqual(['sent', 'pending']);
  const { settings } = stores;
  await withQueues(settings.REDIS_URL, settings.QUEUE_PREFIX, async ({ notifications }) => {
    const jobs = await notifications.getJobs(['waiting']);
    expect(jobs.map((job) => job.data)).toMatchObject([
      { submissionId: id, kind: 'acknowledgement' },
    ]);
  });
  expect((await send('deleteSpam', { ids: [id] }, 'staff')).status).toBe(409);
  await ask('spam', { items: [{ id, version: 2 }] });
  expect((await ask('deleteSpam', { ids: [id] })).deleted).toEqual([id]);
  expect(await stores.submissions.findById(id).exec()).toBeNull();
});

it('notes of each list which enquiries it showed', async () => {
  await storeAccepted(stores);
  const before = await stores.audit.count({});
  const { rows } = await ask('list', { tab: 'new' });
  const records = await stores.audit.read({ limit: 1 });
  expect(await stores.audit.count({})).toBe(before + 1);
  expect(records[0]?.subject.ids).toEqual(rows.map((row) => row.id));
});

/** Reads server-sent events until one is as wanted. */
function openEvents(user: string) {
  const closing = new AbortController();
  let text = '';
  const read = async () => {
    const response = await fetch(`${office.url}${officeApi.events.path}`, {
      headers: basic(user, password),
      signal: closing.signal,
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk);
  };
  read().catch(() => undefined);
  const until = (what: RegExp) => waitFor(`the events say ${what.source}`, () => what.test(text));
  return { until, close: () => closing.abort() };
}

it('announces what a colleague changes and who else looks, without Redis says so, and reads on', async () => {
  const id = await storeAccepted(stores);
  const events = openEvents('lerato');
  await events.until(/event: live\ndata: {"live":true}/);
  await ask('change', { items: [{ id, version: 0 }], change: { kind: 'assign', owner: 'staff' } });
  await events.until(new RegExp(`event: changed\ndata: {"ids":.*${id}`));
  expect(await ask('reading', { id })).toEqual({ others: [], known: true });
  await events.until(new RegExp(`event: reading\ndata: {"id":"${id}","readers":."staff"`));
  expect(await ask('reading', { id }, 'lerato')).toEqual({ others: ['staff'], known: true });
  await ask('reading', { id, leaving: true });
  expect(await ask('reading', { id }, 'lerato')).toEqual({ others: [], known: true });

  onTestFinished(() => proxies.redis.up());
  await proxies.redis.down();
  await events.until(/event: live\ndata: {"live":false}/);
  expect((await ask('list', { tab: 'open' })).rows).toMatchObject([{ id }]);
  expect((await ask('open', { name: id })).handling.owner).toBe('staff');
  expect(
    (await ask('change', { items: [{ id, version: 1 }], change: { kind: 'finish' } })).done,
  ).toHaveLength(1);
  expect(await ask('reading', { id })).toEqual({ others: [], known: false });
  expect((await send('release', { ids: [id] }, 'staff')).status).toBe(503);
  events.close();
});
