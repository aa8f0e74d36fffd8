import { beforeEach, expect, it } from 'vitest';

import { localDay } from '../../contract/time.ts';
import { addDays } from '../../contract/working-days.ts';
import { createEnquiry } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { startStaffedOffice } from './office-under-test.ts';

const office = forAllTests(startStaffedOffice);

beforeEach(async () => {
  await office.stores.submissions.deleteMany({});
});

it("begins an assignee's list with waiting enquiries whose follow-up is due", async () => {
  const at = (hour: number) => ({ acceptedAt: new Date(Date.UTC(2026, 1, 3, hour)) });
  const ids: string[] = [];
  for (const hour of [1, 2, 3, 4]) ids.push(await storeAccepted(office.stores, at(hour)));
  const [waiting = '', later, second, newest] = ids;
  const today = localDay(Date.now());
  for (const id of [second, newest])
    await office.ask('enquiry.assign', { items: [{ id, version: 0 }], owner: 'staff' });
  for (const id of [waiting, later])
    await office.ask('enquiry.wait', {
      items: [{ id, version: 0 }],
      followUp: addDays(today, 1),
    });
  // Simulates that the day of the follow-up has come.
  const due = { $set: { 'handling.followUp': today } };
  await office.stores.submissions.updateOne({ _id: waiting }, due);

  const list = (wanted: object) => office.ask('enquiry.list', { tab: 'mine', ...wanted });
  const page = await list({});
  expect(page.rows.map(({ id }) => id)).toEqual([waiting, newest, second]);
  expect([page.total, page.counts.mine, page.counts.waiting]).toEqual([3, 3, 2]);
  const short = await list({ limit: 1 });
  expect(short.rows.map(({ id }) => id)).toEqual([waiting, newest]);
  const next = await list({ limit: 1, cursor: short.nextCursor });
  expect([next.rows.map(({ id }) => id), next.nextCursor]).toEqual([[second], null]);
  expect((await office.ask('enquiry.list', { tab: 'mine' }, 'lerato')).rows).toEqual([]);
  const exported = await office.send('enquiry.export', {
    ...{ tab: 'mine', format: 'csv', reason: 'For the file' },
  });
  expect((await exported.text()).trim().split('\n')).toHaveLength(4);
});

it('shows every follow-up that is due, however many there are', async () => {
  const today = localDay(Date.now());
  const due = { state: 'waiting', owner: 'staff', followUp: today };
  await Promise.all(Array.from({ length: 101 }, () => storeAccepted(office.stores)));
  await office.stores.submissions.updateMany({}, { $set: { handling: due } });
  const { rows, total, counts } = await office.ask('enquiry.list', { tab: 'mine' });
  expect([rows.length, total, counts.mine]).toEqual([101, 101, 101]);
});

it('lists and exports the open enquiries that nobody has answered', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 6; count++) ids.push(await storeAccepted(office.stores));
  const [fresh, assigned, waiting, answered, closed, spam] = ids.map((id) => ({ id, version: 0 }));
  await office.ask('enquiry.assign', { items: [assigned], owner: 'staff' });
  await office.ask('enquiry.wait', { items: [waiting], followUp: null });
  const today = localDay(Date.now());
  const marked = await office.ask('enquiry.answered', { items: [answered], on: null });
  expect(marked.done[0]?.after).toMatchObject({ answeredOn: today, state: 'open', owner: 'staff' });
  await office.ask('enquiry.close', { items: [closed] });
  await office.ask('enquiry.spam', { items: [spam] });
  const list = async (wanted: object) => {
    const { rows, total } = await office.ask('enquiry.list', {
      tab: 'all',
      reply: 'due',
      ...wanted,
    });
    expect(total).toBe(rows.length);
    return rows.map(({ id }) => id);
  };
  const unanswered = [fresh?.id, assigned?.id, waiting?.id];
  expect(await list({ oldestFirst: true })).toEqual(unanswered);
  await office.ask('enquiry.undo', { items: [{ id: answered?.id, version: 1 }] });
  expect(await list({ oldestFirst: true })).toEqual([...unanswered, answered?.id]);
  expect(await list({ owner: null })).toEqual([answered?.id, fresh?.id]);
  // In the Closed tab, the same filter lists the enquiries that were closed without an answer.
  expect(await list({ tab: 'closed' })).toEqual([closed?.id]);
  const wanted = { tab: 'all', reply: 'due', format: 'csv', reason: 'For the file' };
  const exported = await (await office.send('enquiry.export', wanted)).text();
  expect(exported.trim().split('\n')).toHaveLength(5);
});

it('still says who closed an enquiry, and when, if it is marked as answered later', async () => {
  const id = await storeAccepted(office.stores);
  const { done } = await office.ask('enquiry.close', { items: [{ id, version: 0 }] });
  const today = localDay(Date.now());
  const mark = (on: string | null) =>
    office.ask('enquiry.answered', { items: [{ id, version: 1 }], on }, 'lerato');
  await expect(mark(addDays(today, -1))).rejects.toThrow('before it was received');
  const marked = await mark(null);
  const { state, doneAt, doneBy } = done[0]?.after ?? {};
  expect(marked.done[0]?.after).toMatchObject({ state, doneAt, doneBy, answeredOn: today });
});

it('removes a wrong record of an answer, and then records the right day', async () => {
  const createdAt = new Date(Date.now() - 5 * 86_400_000);
  const id = await storeAccepted(office.stores);
  await office.stores.submissions.updateOne({ _id: id }, { $set: { createdAt } });
  const items = (version: number) => ({ items: [{ id, version }] });
  expect((await office.send('enquiry.unanswered', items(0))).status).toBe(400);
  await office.ask('enquiry.answered', { ...items(0), on: null });
  const { done } = await office.ask('enquiry.unanswered', items(1));
  expect(done[0]?.after).toMatchObject({ answeredOn: null, state: 'open' });
  const yesterday = addDays(localDay(Date.now()), -1);
  const again = await office.ask('enquiry.answered', { ...items(2), on: yesterday });
  expect(again.done[0]?.after).toMatchObject({ answeredOn: yesterday });
});

it('sets an enquiry to Waiting until a day, and restores this if a change is undone', async () => {
  const id = await storeAccepted(office.stores);
  const items = (version: number) => ({ items: [{ id, version }] });
  const followUp = addDays(localDay(Date.now()), 30);
  const { done } = await office.ask('enquiry.wait', { ...items(0), followUp });
  expect(done[0]?.after).toMatchObject({ state: 'waiting', owner: 'staff', followUp });
  await office.ask('enquiry.close', items(1));
  const undone = await office.ask('enquiry.undo', items(2));
  expect(undone.done[0]?.after).toMatchObject({ state: 'waiting', followUp });
  const past = { ...items(3), followUp: '2026-01-01' };
  expect((await office.send('enquiry.wait', past)).status).toBe(400);
  const words = { ...items(3), followUp: 'tomorrow' };
  expect((await office.send('enquiry.wait', words)).status).toBe(400);
  const resumed = await office.ask('enquiry.resume', items(3));
  expect(resumed.done[0]?.after).toMatchObject({ state: 'open', followUp: null });
});

it('notifies users of enquiries that others assign to them, unless this is undone', async () => {
  const id = await storeAccepted(office.stores);
  const isNotified = async () =>
    (await office.stores.submissions.countDocuments({
      _id: id,
      notifyOwner: { $gt: new Date(0) },
    })) > 0;
  const undo = (version: number) => office.ask('enquiry.undo', { items: [{ id, version }] });
  const assign = (version: number, owner: string | null) =>
    office.ask('enquiry.assign', { items: [{ id, version }], owner });
  await assign(0, 'staff');
  expect(await isNotified()).toBe(false);
  await assign(1, 'lerato');
  expect(await isNotified()).toBe(true);
  await undo(2);
  expect(await isNotified()).toBe(false);
  await assign(3, 'lerato');
  await assign(4, null);
  expect(await isNotified()).toBe(false);
  // Lerato is the assignee again, and has not been emailed yet.
  await undo(5);
  expect(await isNotified()).toBe(true);
  await office.ask('enquiry.close', { items: [{ id, version: 6 }] });
  await office.ask('enquiry.reopen', { items: [{ id, version: 7 }] });
  expect(await isNotified()).toBe(false);
});

it('tags enquiries and finds them by tag, but keeps tags out of the audit trail', async () => {
  const id = await storeAccepted(office.stores);
  await storeAccepted(office.stores);
  const tag = (version: number, change: object) =>
    office.send('enquiry.tag', { items: [{ id, version }], add: [], remove: [], ...change });
  expect((await tag(0, { add: ['Durban congress', 'Quote'] })).status).toBe(200);
  expect((await tag(1, { remove: ['Quote'] })).status).toBe(200);
  for (const add of [['a@example.org'], ['two\nlines'], [' '], ['x'.repeat(41)]])
    expect((await tag(2, { add })).status, String(add)).toBe(400);
  const page = await office.ask('enquiry.list', { tab: 'all', tag: 'Durban congress' });
  expect([page.total, page.counts.all, page.rows[0]?.id]).toEqual([1, 2, id]);
  expect(await office.ask('enquiry.tags')).toEqual({ tags: ['Durban congress'] });
  const found = async (search: string) =>
    (await office.ask('enquiry.list', { tab: 'all', search })).rows.map((row) => row.id);
  expect([await found('congress'), await found('quote')]).toEqual([[id], []]);
  const exported = await office.send('enquiry.export', {
    ...{ tab: 'all', tag: 'Durban congress', format: 'csv', reason: 'For the file' },
  });
  expect(await exported.text()).toMatch(/Tags.*\r?\n.*Durban congress/);
  expect(JSON.stringify(await office.stores.audit.read({ limit: 1_000 }))).not.toContain('Durban');
  const undone = await office.ask('enquiry.undo', { items: [{ id, version: 2 }] });
  expect(undone.done[0]?.after.tags).toEqual(['Durban congress', 'Quote']);
  expect(await found('quote')).toEqual([id]);
});

it('links enquiries, shows the link on both, and suggests others of the same person', async () => {
  const [first, second, third] = [
    await storeAccepted(office.stores, { form: createEnquiry({ email: 'one@example.org' }) }),
    await storeAccepted(office.stores, { form: createEnquiry({ email: 'two@example.org' }) }),
    await storeAccepted(office.stores, {
      form: createEnquiry({ email: 'three@example.org', lastName: 'Mokoena' }),
    }),
  ];
  const open = (name: string) => office.ask('enquiry.open', { name });
  const { others, submission } = await open(first);
  expect(others).toMatchObject([{ id: second, hasOtherAddress: true }]);
  const other = (await open(third)).submission.reference;
  const link = (reference: string) =>
    office.send('enquiry.link', { items: [{ id: first, version: 0 }], reference });
  expect((await link(submission.reference)).status).toBe(400);
  expect((await link('ZZZZ-ZZZZ')).status).toBe(404);
  expect((await link(other)).status).toBe(200);
  expect((await open(first)).linked).toMatchObject([{ id: third }]);
  expect((await open(third)).linked).toMatchObject([{ id: first }]);
  const references = [submission.reference, other];
  await office.ask('enquiry.unlink', { items: [{ id: first, version: 1 }], references });
  expect((await open(third)).linked).toEqual([]);
});
