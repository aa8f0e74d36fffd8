import { expect, it, onTestFinished } from 'vitest';

import { actOf } from '../../office/features/enquiries/acts.ts';
import { makeChange, restoreEnquiry } from '../../office/features/enquiries/change-state.server.ts';
import { TaskError, type TaskContext } from '../../office/server/task.ts';
import { deleteQuarantined } from '../../storage/deleted-submissions.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';
import { createEnquiry, createUniqueEnquiry } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { storeAccepted, storeMarked } from '../../testing/own-stores.ts';
import { withQueues } from '../../testing/queues.ts';
import { markEmail, startStaffedOffice, storedSubmission } from './office-under-test.ts';

const office = forAllTests(startStaffedOffice);
const screening = { score: 9, reasons: ['It was sent too fast.'], verdict: 'hidden' as const };

/** The kinds of email that are waiting to be sent for an enquiry. */
async function waiting(id: string): Promise<string[]> {
  const { REDIS_URL, QUEUE_PREFIX } = office.stores.settings;
  let kinds: string[] = [];
  await withQueues(REDIS_URL, QUEUE_PREFIX, async ({ notifications }) => {
    const jobs = await notifications.getJobs(['waiting']);
    const own = jobs.map(({ data }) => data as { submissionId: string; kind: string });
    kinds = own.filter(({ submissionId }) => submissionId === id).map(({ kind }) => kind);
  });
  return kinds.sort();
}

it('marks enquiries as spam and as not spam, sends no email twice, and deletes spam', async () => {
  const id = await storeAccepted(office.stores);
  await markEmail(office.stores, id, 'staff');
  await office.ask('enquiry.spam', { items: [{ id, version: 0 }] });
  const statuses = async () => {
    const found = await office.stores.submissions.findById(id).lean().exec();
    return [found?.notifications.staff?.status, found?.notifications.acknowledgement?.status];
  };
  expect(await statuses()).toEqual(['sent', 'withheld']);
  expect((await office.ask('enquiry.list', { tab: 'spam' })).rows).toMatchObject([{ id }]);
  await office.ask('enquiry.not-spam', { items: [{ id, version: 1 }] });
  expect(await statuses()).toEqual(['sent', 'pending']);
  expect(await waiting(id)).toEqual(['acknowledgement']);
  expect((await office.send('enquiry.delete', { ids: [id] }, 'staff')).status).toBe(409);
  await office.ask('enquiry.spam', { items: [{ id, version: 2 }] });
  expect((await office.ask('enquiry.delete', { ids: [id] })).deleted).toEqual([id]);
  expect(await office.stores.submissions.findById(id).exec()).toBeNull();
});

/** The status and the reason of the staff notification and of the acknowledgement. */
async function emailsOf(id: string) {
  const found = await office.stores.submissions.findById(id).lean<ContactSubmission>().exec();
  const { staff, acknowledgement } = found?.notifications ?? {};
  return [staff, acknowledgement].map((state) => [state?.status, state?.reason]);
}

it('keeps possible spam in New with its reasons, and finds it by the filter', async () => {
  const [clean, marked] = [await storeAccepted(office.stores), await storeMarked(office.stores)];
  const { rows } = await office.ask('enquiry.list', { tab: 'new' });
  expect(rows.find(({ id }) => id === marked)).toMatchObject({
    marked: true,
    status: 'accepted',
    badges: expect.arrayContaining(['marked']) as string[],
    reasons: ['contains little but links'],
  });
  expect(rows.find(({ id }) => id === clean)?.badges).not.toContain('marked');
  const filtered = await office.ask('enquiry.list', { tab: 'all', marked: true });
  expect(filtered.rows.map(({ id }) => id)).toEqual([marked]);
  expect((await office.ask('enquiry.list', { tab: 'spam' })).rows).toEqual([]);
});

it('sends the acknowledgement of possible spam once it is marked as not spam', async () => {
  const id = await storeMarked(office.stores);
  await markEmail(office.stores, id, 'staff');
  await office.ask('enquiry.not-spam', { items: [{ id, version: 0 }] });
  expect(await emailsOf(id)).toEqual([
    ['sent', undefined],
    ['pending', undefined],
  ]);
  expect(await waiting(id)).toEqual(['acknowledgement']);
  const found = await storedSubmission(office.stores, id);
  expect([found.status, found.marked]).toEqual(['released', undefined]);
  expect((await office.send('enquiry.not-spam', { items: [{ id, version: 1 }] })).status).toBe(400);
  await office.ask('enquiry.undo', { items: [{ id, version: 1 }] });
  expect(await storedSubmission(office.stores, id)).toMatchObject({
    status: 'accepted',
    marked: true,
    notifications: { acknowledgement: { status: 'withheld', reason: 'possible spam' } },
  });
});

it('sends what was withheld as spam, but nothing that was withheld for another reason', async () => {
  const id = await storeMarked(office.stores);
  await office.ask('enquiry.spam', { items: [{ id, version: 0 }] });
  expect(await emailsOf(id)).toEqual([
    ['withheld', 'spam'],
    ['withheld', 'possible spam'],
  ]);
  await office.ask('enquiry.not-spam', { items: [{ id, version: 1 }] });
  expect(await waiting(id)).toEqual(['acknowledgement', 'staff']);

  const unacknowledged = 'too many acknowledgements';
  const other = await storeMarked(office.stores, { unacknowledged });
  await office.ask('enquiry.spam', { items: [{ id: other, version: 0 }] });
  await office.ask('enquiry.not-spam', { items: [{ id: other, version: 1 }] });
  expect(await emailsOf(other)).toEqual([
    ['pending', undefined],
    ['withheld', unacknowledged],
  ]);
  expect(await waiting(other)).toEqual(['staff']);
});

it('keeps deleted spam for 14 days; officers can restore it, and staff cannot see it', async () => {
  const id = await storeAccepted(office.stores, { screening });
  const before = await storedSubmission(office.stores, id);
  await office.ask('enquiry.delete', { ids: [id] });
  expect((await office.send('enquiry.deleted', {}, 'staff')).status).toBe(403);
  const { deleted } = await office.ask('enquiry.deleted', {}, 'officer');
  const found = deleted.find((one) => one.id === id);
  const days = (new Date(found?.until ?? 0).getTime() - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(14);
  expect((await office.ask('enquiry.list', { tab: 'spam' })).rows).toEqual([]);

  await office.ask('enquiry.restore', { ids: [id] }, 'officer');
  expect(await storedSubmission(office.stores, id)).toEqual({
    ...before,
    expiresAt: expect.any(Date) as Date,
  });
  const left = (await office.ask('enquiry.deleted', {}, 'officer')).deleted;
  expect(left.map((one) => one.id)).not.toContain(id);
  const again = await office.send('enquiry.restore', { ids: [id] }, 'officer');
  expect(again.status).toBe(404);
  await office.ask('enquiry.delete', { ids: [id] });
});

it('does not resend an email that failed while its enquiry was being marked as spam', async () => {
  const id = await storeAccepted(office.stores);
  await office.ask('enquiry.spam', { items: [{ id, version: 0 }] });
  await markEmail(office.stores, id, 'acknowledgement', 'smtp 550');
  const refused = await office.send('enquiry.resend', { ids: [id] });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('Mark it as not spam to send them.');
  expect(await waiting(id)).toEqual([]);
});

it('lists deleted spam, even if hundreds of enquiries were deleted after it', async () => {
  const id = await storeAccepted(office.stores, { screening });
  await office.ask('enquiry.delete', { ids: [id] });
  const { deleted: copies } = office.stores;
  const found = await copies.findById(id).lean<ContactSubmission>().exec();
  const expiresAt = new Date(Date.now() + 15 * 86_400_000);
  const others = Array.from({ length: 200 }, () => {
    return { ...found, _id: crypto.randomUUID(), expiresAt } as ContactSubmission;
  });
  await copies.insertMany(others);
  const { deleted } = await office.ask('enquiry.deleted', {}, 'officer');
  expect(deleted.map((one) => one.id)).toContain(id);
  await copies.deleteMany({});
});

it('can restore spam that two colleagues deleted at the same time', async () => {
  const id = await storeAccepted(office.stores, { screening });
  const both = ['staff', 'officer'] as const;
  await Promise.all(both.map((who) => office.ask('enquiry.delete', { ids: [id] }, who)));
  const { deleted } = await office.ask('enquiry.deleted', {}, 'officer');
  expect(deleted.map((one) => one.id)).toContain(id);
  // A deletion also counts as done if a colleague has already deleted the enquiry.
  expect(await deleteQuarantined(office.stores, id)).toBe(true);
});

it("erases a person's enquiries from the deleted spam too", async () => {
  const email = 'deleted@example.org';
  const id = await storeAccepted(office.stores, { screening, form: createEnquiry({ email }) });
  await office.ask('enquiry.delete', { ids: [id] });
  const held = await office.ask('person.find', { email }, 'officer');
  expect(held.submissions.map((one) => one.id)).toEqual([id]);
  await office.ask('person.erase', { search: { email }, typed: email }, 'officer');
  expect(await office.stores.deleted.findById(id).exec()).toBeNull();
});

it('undoes marking as spam completely, and queues the pending emails', async () => {
  const id = await storeAccepted(office.stores);
  await markEmail(office.stores, id, 'acknowledgement', 'smtp 550');
  const before = await storedSubmission(office.stores, id);
  const quarantined = await office.ask('enquiry.spam', { items: [{ id, version: 0 }] });
  expect(quarantined.done[0]?.status).toBe('quarantined');
  const undone = await office.ask('enquiry.undo', { items: [{ id, version: 1 }] });
  expect(undone.done[0]?.status).toBe('accepted');
  expect(await storedSubmission(office.stores, id)).toEqual(before);
  expect(await waiting(id)).toEqual(['staff']);
  expect((await office.send('enquiry.undo', { items: [{ id, version: 2 }] }, 'staff')).status).toBe(
    409,
  );
});

it('undoes marking as not spam, except for the email that was sent', async () => {
  const id = await storeAccepted(office.stores, { screening });
  const before = await storedSubmission(office.stores, id);
  await office.ask('enquiry.not-spam', { items: [{ id, version: 0 }] });
  await markEmail(office.stores, id, 'staff');
  const { staff } = (await storedSubmission(office.stores, id)).notifications ?? {};
  await office.ask('enquiry.undo', { items: [{ id, version: 1 }] });
  expect(await storedSubmission(office.stores, id)).toEqual({
    ...before,
    changedAt: expect.any(Date) as Date,
    notifications: { ...before.notifications, staff },
  });
});

it('keeps spam for 30 more days if "not spam" is undone after the old expiry', async () => {
  const id = await storeAccepted(office.stores, { screening });
  await office.ask('enquiry.not-spam', { items: [{ id, version: 0 }] });
  const passed = { 'undo.expiresAt': new Date(Date.now() - 86_400_000) };
  await office.stores.submissions.updateOne({ _id: id }, { $set: passed });
  await office.ask('enquiry.undo', { items: [{ id, version: 1 }] });
  const { status, expiresAt } = await storedSubmission(office.stores, id);
  expect(status).toBe('quarantined');
  expect(Math.round((Number(expiresAt) - Date.now()) / 86_400_000)).toBe(30);
});

it('reports a change as done even if its emails cannot be queued', async () => {
  const [released, deleted] = [
    await storeAccepted(office.stores, { screening }),
    await storeAccepted(office.stores),
  ];
  await office.stores.submissions.updateOne({ _id: deleted }, { $set: { status: 'quarantined' } });
  await office.ask('enquiry.delete', { ids: [deleted] });
  const down = new TaskError('unavailable', 'Redis is not answering.');
  const context = {
    ...{ actor: 'officer', role: 'officer', retentionMonths: 24 },
    database: () => Promise.resolve(office.stores),
    redis: () => Promise.resolve(undefined),
    queues: () => Promise.reject(down),
  } as unknown as TaskContext;
  const act = actOf('enquiry.not-spam', {});
  const after = await makeChange(context, { id: released, version: 0 }, act);
  expect([after.status, after.notifications.staff?.status]).toEqual(['released', 'pending']);
  await restoreEnquiry(context, deleted);
  expect(await office.stores.submissions.countDocuments({ _id: deleted })).toBe(1);
});

it('does not undo a change if a colleague has changed the enquiry since', async () => {
  const id = await storeAccepted(office.stores);
  await office.ask('enquiry.spam', { items: [{ id, version: 0 }] });
  const note = { items: [{ id, version: 1 }], text: 'Not so sure.' };
  await office.ask('enquiry.note', note, 'lerato');
  const refused = await office.send('enquiry.undo', { items: [{ id, version: 1 }] }, 'staff');
  expect(refused.status).toBe(409);
  expect((await storedSubmission(office.stores, id)).status).toBe('quarantined');
});

it('marks enquiries as spam, with the reason, while their domain is blocked', async () => {
  const { REDIS_URL, QUEUE_PREFIX } = office.stores.settings;
  const enquiry = await storeAccepted(office.stores, { screening });
  const screened = async () => {
    const api = await startApiUnderTest({ REDIS_URL, QUEUE_PREFIX });
    await api.post(createUniqueEnquiry({ email: 'max@mail.casino.example' }));
    const [job] = await api.jobs();
    await api.forget(job?.id ?? '');
    await api.stopApi();
    return job?.data.screening;
  };
  expect(await office.ask('block-list.read')).toEqual({ entries: [] });
  const added = { value: 'https://Casino.example/win', enquiry };
  expect(await office.ask('block-list.add', added)).toMatchObject({ value: 'casino.example' });
  expect(await screened()).toMatchObject({
    verdict: 'hidden',
    reasons: expect.arrayContaining(['comes from the blocked domain casino.example']) as string[],
  });
  const { entries } = await office.ask('block-list.read');
  expect(entries).toMatchObject([{ value: 'casino.example', addedBy: 'staff' }]);
  await office.ask('block-list.remove', { value: 'casino.example', enquiry });
  expect(await screened()).toMatchObject({ verdict: 'clean' });
  const { timeline } = await office.ask('enquiry.open', { name: enquiry });
  expect(timeline.slice(-3, -1)).toMatchObject([
    { what: 'block-list.add', by: 'staff', conditions: ['casino.example'] },
    { what: 'block-list.remove', by: 'staff', conditions: ['casino.example'] },
  ]);
});

it('says why the block list refuses an entry: shared or own domain, duplicate, full', async () => {
  const refusal = async (value: string) => {
    const response = await office.send('block-list.add', { value });
    return [response.status, await response.text()];
  };
  expect(await refusal('gmail.com')).toEqual([400, expect.stringContaining('many people')]);
  expect(await refusal('kind regards')).toEqual([400, expect.stringContaining('distinctive')]);
  const address = { value: 'Max@Gmail.com' };
  expect(await office.ask('block-list.add', address)).toEqual({ value: 'max@gmail.com' });
  await office.ask('block-list.remove', { value: 'max@gmail.com' });
  expect(await refusal('example.co.za')).toEqual([400, expect.stringContaining('our own domain')]);
  await office.ask('block-list.add', { value: 'Guest posting' });
  expect(await refusal('guest  posting')).toEqual([409, expect.stringContaining('already on')]);
  const rest = Array.from({ length: 499 }, (_, index) => ({
    ...{ _id: `spam-${index}.example`, addedBy: 'staff', addedAt: new Date() },
  }));
  await office.stores.blockList.insertMany(rest);
  expect(await refusal('one-more.example')).toEqual([409, expect.stringContaining('is full')]);
  await office.stores.blockList.deleteMany({});
});

it('can block a domain while Redis is down, because the worker copies the list later', async () => {
  onTestFinished(() => office.proxies.redis.up());
  await office.proxies.redis.down();
  await office.ask('block-list.add', { value: 'loans.example' });
  expect((await office.ask('block-list.read')).entries).toMatchObject([{ value: 'loans.example' }]);
});
