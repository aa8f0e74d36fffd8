import { expect, it } from 'vitest';

import { markNotification } from '../../storage/deliveries.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { withQueues } from '../../testing/queues.ts';
import { markEmail, startStaffedOffice, storedSubmission } from './office-under-test.ts';

const office = forAllTests(startStaffedOffice);

it('shows how each email failed, who resent it, and that it was sent', async () => {
  const id = await storeAccepted(office.stores);
  await markEmail(office.stores, id, 'staff');
  for (const reason of ['smtp 550', 'smtp 421']) {
    await markEmail(office.stores, id, 'acknowledgement', reason);
    await office.ask('enquiry.resend', { ids: [id], kinds: ['acknowledgement'] }, 'lerato');
  }
  await markEmail(office.stores, id, 'acknowledgement');
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

/** Returns the job of an enquiry's reply while the reply is waiting to be sent, else undefined. */
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

it('allows over ten seconds to undo a reply, and keeps its text out of the job', async () => {
  const id = await storeAccepted(office.stores);
  const before = await storedSubmission(office.stores, id);
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
  expect(await storedSubmission(office.stores, id)).toEqual(before);
  expect(JSON.stringify(await office.stores.audit.read({ limit: 1_000 }))).not.toContain('Thandi,');
  expect(office.log()).not.toContain('Thandi,');
});

it('keeps sent replies and their delivery status, and resends a reply that failed', async () => {
  const id = await storeAccepted(office.stores);
  let version = 0;
  const reply = (text: string) =>
    office.ask('enquiry.reply', { items: [{ id, version: version++ }], text, close: false });
  await reply('The first.');
  await markEmail(office.stores, id, 'reply');
  const undo = await office.send('enquiry.undo', { items: [{ id, version }] });
  expect(undo.status).toBe(409);
  const second = await reply('The second.');
  await markEmail(office.stores, id, 'reply', 'smtp 550');
  const opened = await office.ask('enquiry.open', { name: id });
  expect(opened.badges).toContain('reply-failed');
  expect(opened.handling.replies).toMatchObject([
    { text: 'The first.', outcome: { status: 'sent' } },
    { text: 'The second.' },
  ]);
  const delivered = opened.timeline.filter(({ kind }) => kind === 'reply');
  expect(delivered.map(({ what }) => what)).toEqual(['mailed', 'mail-failed']);
  await office.ask('enquiry.resend', { ids: [id], kinds: ['reply'] });
  const { reply: state } = (await storedSubmission(office.stores, id)).notifications ?? {};
  const replyId = second.done[0]?.after.replies[1]?.id;
  expect(state).toMatchObject({ status: 'pending', replyId, earlier: [{ reason: 'smtp 550' }] });
  // A late result for another reply does not change the status of this reply.
  const slow = { submissionId: id, kind: 'reply', replyId: crypto.randomUUID() } as const;
  await markNotification(office.stores, slow, { status: 'sent', sentAt: new Date() });
  expect((await storedSubmission(office.stores, id)).notifications?.reply?.status).toBe('pending');
  await office.ask('enquiry.spam', { items: [{ id, version }] });
  expect((await storedSubmission(office.stores, id)).notifications?.reply).toMatchObject({
    status: 'withheld',
    replyId,
  });
});

it('shares reply templates, and refuses unknown placeholders', async () => {
  const id = crypto.randomUUID();
  const template = { id, name: 'Thanks', text: 'Dear {first name}, thank you ({reference}).' };
  await office.ask('template.save', template);
  const seen = (await office.ask('template.read')).templates[0]?.changedAt;
  await office.ask('template.save', { ...template, name: 'Many thanks', seen }, 'lerato');
  expect((await office.ask('template.read')).templates).toMatchObject([
    { ...template, name: 'Many thanks', changedBy: 'lerato' },
  ]);
  const unknown = { ...template, text: 'Dear {surname}' };
  const refused = await office.send('template.save', unknown);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    detail: expect.stringContaining('Only {first name} and {reference} are filled in.') as string,
  });
  await office.ask('template.remove', template);
  expect(await office.ask('template.read')).toEqual({ templates: [] });
});

it('never overwrites a template that a colleague has changed or removed', async () => {
  const id = crypto.randomUUID();
  const template = { id, name: 'Thanks', text: 'Dear {first name}, thank you.' };
  const read = async () => (await office.ask('template.read')).templates;
  await office.ask('template.save', template);
  const seen = (await read())[0]?.changedAt;
  const edit = (text: string, user: string) =>
    office.send('template.save', { ...template, text, seen }, user);
  const answers = await Promise.all([edit('One', 'staff'), edit('Other', 'lerato')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = answers[0].status === 200 ? 'One' : 'Other';
  expect(await read()).toMatchObject([{ text: won }]);
  // A page that still shows the first text removes the template, then undoes the removal.
  const removed = await office.ask('template.remove', template);
  expect(removed.text).toBe(won);
  expect((await edit('Three', 'staff')).status).toBe(409);
  expect(await read()).toEqual([]);
  await office.ask('template.save', removed);
  expect(await read()).toMatchObject([{ text: won }]);
  await office.ask('template.remove', removed);
});
