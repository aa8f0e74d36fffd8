import { expect, it, onTestFinished } from 'vitest';

import type { NotificationKind } from '../../contract/notifications.ts';
import { markNotification } from '../../storage/notifications.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';
import { createEnquiry, createUniqueEnquiry } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { withQueues } from '../../testing/queues.ts';
import { startStaffedOffice } from './office-under-test.ts';

const office = forAllTests(startStaffedOffice);
const screening = { score: 9, reasons: ['It was sent too fast.'], quarantined: true };

/** A stored submission without its version. */
async function stored(id: string): Promise<Partial<ContactSubmission>> {
  const found = await office.stores.submissions.findById(id).lean<ContactSubmission>().exec();
  return { ...found, handling: {} };
}

function mark(submissionId: string, kind: NotificationKind, reason?: string): Promise<void> {
  const outcome = reason
    ? ({ status: 'failed', reason } as const)
    : ({ status: 'sent', sentAt: new Date() } as const);
  return markNotification(office.stores, { submissionId, kind }, outcome);
}

/** The kinds of a submission's emails that wait to be sent. */
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

it('marks as spam and as not spam without sending an email twice, and deletes spam', async () => {
  const id = await storeAccepted(office.stores);
  await mark(id, 'staff');
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

it('keeps deleted spam for 14 days, and lets only officers see and restore it', async () => {
  const id = await storeAccepted(office.stores, { screening });
  const before = await stored(id);
  await office.ask('enquiry.delete', { ids: [id] });
  expect((await office.send('enquiry.deleted', {}, 'staff')).status).toBe(403);
  const { deleted } = await office.ask('enquiry.deleted', {}, 'officer');
  const found = deleted.find((one) => one.id === id);
  const days = (new Date(found?.until ?? 0).getTime() - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(14);
  expect((await office.ask('enquiry.list', { tab: 'spam' })).rows).toEqual([]);

  await office.ask('enquiry.restore', { ids: [id] }, 'officer');
  expect(await stored(id)).toEqual({ ...before, expiresAt: expect.any(Date) as Date });
  const left = (await office.ask('enquiry.deleted', {}, 'officer')).deleted;
  expect(left.map((one) => one.id)).not.toContain(id);
  const again = await office.send('enquiry.restore', { ids: [id] }, 'officer');
  expect(again.status).toBe(404);
  await office.ask('enquiry.delete', { ids: [id] });
});

it("also deletes a person's enquiries from the deleted spam", async () => {
  const email = 'deleted@example.org';
  const id = await storeAccepted(office.stores, { screening, form: createEnquiry({ email }) });
  await office.ask('enquiry.delete', { ids: [id] });
  const held = await office.ask('person.find', { email }, 'officer');
  expect(held.submissions.map((one) => one.id)).toEqual([id]);
  await office.ask('person.erase', { search: { email }, typed: email }, 'officer');
  expect(await office.stores.deleted.findById(id).exec()).toBeNull();
});

it('undoes marking as spam completely, and sends the pending emails', async () => {
  const id = await storeAccepted(office.stores);
  await mark(id, 'acknowledgement', 'smtp 550');
  const before = await stored(id);
  const quarantined = await office.ask('enquiry.spam', { items: [{ id, version: 0 }] });
  expect(quarantined.done[0]?.status).toBe('quarantined');
  const undone = await office.ask('enquiry.undo', { items: [{ id, version: 1 }] });
  expect(undone.done[0]?.status).toBe('accepted');
  expect(await stored(id)).toEqual(before);
  expect(await waiting(id)).toEqual(['staff']);
  expect((await office.send('enquiry.undo', { items: [{ id, version: 2 }] }, 'staff')).status).toBe(
    409,
  );
});

it('undoes marking as not spam, except for the email that was sent', async () => {
  const id = await storeAccepted(office.stores, { screening });
  const before = await stored(id);
  await office.ask('enquiry.not-spam', { items: [{ id, version: 0 }] });
  await mark(id, 'staff');
  const { staff } = (await stored(id)).notifications ?? {};
  await office.ask('enquiry.undo', { items: [{ id, version: 1 }] });
  expect(await stored(id)).toEqual({
    ...before,
    notifications: { ...before.notifications, staff },
  });
});

it('does not undo anything that a colleague has changed since', async () => {
  const id = await storeAccepted(office.stores);
  await office.ask('enquiry.spam', { items: [{ id, version: 0 }] });
  const note = { items: [{ id, version: 1 }], text: 'Not so sure.' };
  await office.ask('enquiry.note', note, 'lerato');
  const refused = await office.send('enquiry.undo', { items: [{ id, version: 1 }] }, 'staff');
  expect(refused.status).toBe(409);
  expect((await stored(id)).status).toBe('quarantined');
});

it('shows how each email failed, who resent it, and that it was sent', async () => {
  const id = await storeAccepted(office.stores);
  await mark(id, 'staff');
  for (const reason of ['smtp 550', 'smtp 421']) {
    await mark(id, 'acknowledgement', reason);
    await office.ask('enquiry.resend', { ids: [id], kinds: ['acknowledgement'] }, 'lerato');
  }
  await mark(id, 'acknowledgement');
  const { timeline } = await office.ask('enquiry.open', { name: id });
  const mails = timeline.filter(
    ({ what, kind }) => kind === 'acknowledgement' || what === 'enquiry.resend',
  );
  expect(mails.map(({ what, by, detail }) => [what, by ?? detail])).toEqual([
    ['mail-failed', 'smtp 550'],
    ['enquiry.resend', 'lerato'],
    ['mail-failed', 'smtp 421'],
    ['enquiry.resend', 'lerato'],
    ['mailed', undefined],
  ]);
});

it('shows that an acknowledgement was withheld, and why', async () => {
  const id = await storeAccepted(office.stores);
  const reason = 'the mailbox had already received 3 in a day';
  const left = { submissionId: id, kind: 'acknowledgement' } as const;
  await markNotification(office.stores, left, { status: 'withheld', reason });
  const { timeline } = await office.ask('enquiry.open', { name: id });
  expect(timeline).toContainEqual(
    expect.objectContaining({ what: 'mail-withheld', detail: reason }),
  );
});

it('marks enquiries from a domain as spam, with the reason, while it is blocked', async () => {
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
    quarantined: true,
    reasons: expect.arrayContaining([
      "the sender's domain casino.example is on the block list",
    ]) as string[],
  });
  const { entries } = await office.ask('block-list.read');
  expect(entries).toMatchObject([{ value: 'casino.example', addedBy: 'staff' }]);
  await office.ask('block-list.remove', { value: 'casino.example', enquiry });
  expect(await screened()).toMatchObject({ quarantined: false });
  const { timeline } = await office.ask('enquiry.open', { name: enquiry });
  expect(timeline.slice(-3, -1)).toMatchObject([
    { what: 'block-list.add', by: 'staff', conditions: ['casino.example'] },
    { what: 'block-list.remove', by: 'staff', conditions: ['casino.example'] },
  ]);
});

/** The job of a submission's reply, while it waits to leave. */
async function replyJob(id: string) {
  const { REDIS_URL, QUEUE_PREFIX } = office.stores.settings;
  let found: { data: unknown; delay: number } | undefined;
  await withQueues(REDIS_URL, QUEUE_PREFIX, async ({ notifications }) => {
    const jobs = await notifications.getJobs(['delayed']);
    const own = jobs.find(({ id: jobId }) => jobId === `${id}-reply`);
    found = own && { data: own.data, delay: own.delay };
  });
  return found;
}

it('queues a reply without its text for ten seconds, in which it can be undone', async () => {
  const id = await storeAccepted(office.stores);
  const before = await stored(id);
  const answer = { items: [{ id, version: 0 }], text: 'Dear Thandi, yes.', close: true };
  const replied = await office.ask('enquiry.reply', answer);
  expect(replied.done).toMatchObject([
    { after: { state: 'done', owner: 'staff', replies: [{ by: 'staff', text: answer.text }] } },
  ]);
  const job = await replyJob(id);
  const replyId = replied.done[0]?.after.replies[0]?.id;
  expect(job?.data).toEqual({ version: 1, submissionId: id, kind: 'reply', replyId });
  expect(job?.delay).toBeGreaterThan(10_000);
  const again = { ...answer, items: [{ id, version: 1 }] };
  expect((await office.send('enquiry.reply', again)).status).toBe(400);
  const undone = await office.ask('enquiry.undo', { items: [{ id, version: 1 }] });
  expect(undone.done).toMatchObject([{ after: { state: 'new', owner: null, replies: [] } }]);
  expect(await replyJob(id)).toBeUndefined();
  expect(await stored(id)).toEqual(before);
  expect(JSON.stringify(await office.stores.audit.read({ limit: 1_000 }))).not.toContain('Thandi,');
  expect(office.log()).not.toContain('Thandi,');
});

it('keeps a reply that was sent, how earlier ones were delivered, and resends one that failed', async () => {
  const id = await storeAccepted(office.stores);
  let version = 0;
  const reply = (text: string) =>
    office.ask('enquiry.reply', { items: [{ id, version: version++ }], text, close: false });
  await reply('The first.');
  await mark(id, 'reply');
  const undo = await office.send('enquiry.undo', { items: [{ id, version }] });
  expect(undo.status).toBe(409);
  const second = await reply('The second.');
  await mark(id, 'reply', 'smtp 550');
  const opened = await office.ask('enquiry.open', { name: id });
  expect(opened.badges).toContain('reply-failed');
  expect(opened.handling.replies).toMatchObject([
    { text: 'The first.', outcome: { status: 'sent' } },
    { text: 'The second.' },
  ]);
  const delivered = opened.timeline.filter(({ kind }) => kind === 'reply');
  expect(delivered.map(({ what }) => what)).toEqual(['mailed', 'mail-failed']);
  await office.ask('enquiry.resend', { ids: [id], kinds: ['reply'] });
  const { reply: state } = (await stored(id)).notifications ?? {};
  const replyId = second.done[0]?.after.replies[1]?.id;
  expect(state).toMatchObject({ status: 'pending', replyId, earlier: [{ reason: 'smtp 550' }] });
  // A slow attempt at the first reply marks only that.
  const slow = { submissionId: id, kind: 'reply', replyId: crypto.randomUUID() } as const;
  await markNotification(office.stores, slow, { status: 'sent', sentAt: new Date() });
  expect((await stored(id)).notifications?.reply?.status).toBe('pending');
  await office.ask('enquiry.spam', { items: [{ id, version }] });
  expect((await stored(id)).notifications?.reply).toMatchObject({ status: 'withheld', replyId });
});

it('shares reply templates, and refuses unknown fields', async () => {
  const id = crypto.randomUUID();
  const template = { id, name: 'Thanks', text: 'Dear {first name}, thank you ({reference}).' };
  await office.ask('template.save', template);
  await office.ask('template.save', { ...template, name: 'Many thanks' }, 'lerato');
  expect((await office.ask('template.read')).templates).toMatchObject([
    { ...template, name: 'Many thanks', changedBy: 'lerato' },
  ]);
  const unknown = { ...template, text: 'Dear {surname}' };
  expect((await office.send('template.save', unknown)).status).toBe(400);
  await office.ask('template.remove', template);
  expect(await office.ask('template.read')).toEqual({ templates: [] });
});

it('says why something cannot be blocked: shared, our own, a duplicate or too many', async () => {
  const refusal = async (value: string) => {
    const response = await office.send('block-list.add', { value });
    return [response.status, await response.text()];
  };
  expect(await refusal('max@gmail.com')).toEqual([400, expect.stringContaining('many people')]);
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

it('can block while Redis is down, because the worker copies the list later', async () => {
  onTestFinished(() => office.proxies.redis.up());
  await office.proxies.redis.down();
  await office.ask('block-list.add', { value: 'loans.example' });
  expect((await office.ask('block-list.read')).entries).toMatchObject([{ value: 'loans.example' }]);
});
