import { beforeEach, expect, it } from 'vitest';

import { localDay } from '#contract/time.ts';
import { addDays } from '#contract/working-days.ts';
import { createEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { startDesk } from '#support/office/desk.ts';
import { markAsPossible } from '#support/enquiry.ts';
import { storeAccepted, storeMarked } from '#support/own-stores.ts';
import { withQueues } from '#support/queues.ts';
import { markEmail } from './office-under-test.ts';

const desk = forAllTests(startDesk);
const hidden = { score: 9, reasons: ['has text in a hidden field'], verdict: 'hidden' as const };
const today = localDay(Date.now());

beforeEach(async () => {
  await desk.database.submissions.deleteMany({});
});

/** The kinds of email that are queued for an enquiry. */
async function queued(id: string): Promise<string[]> {
  const { REDIS_URL, QUEUE_PREFIX } = desk.database.settings;
  let kinds: string[] = [];
  await withQueues(REDIS_URL, QUEUE_PREFIX, async ({ notifications }) => {
    const jobs = await notifications.getJobs(['waiting', 'delayed']);
    const data = jobs.map((job) => job.data as { submissionId: string; kind: string });
    kinds = data.filter(({ submissionId }) => submissionId === id).map(({ kind }) => kind);
  });
  return kinds.sort();
}

async function emailsOf(id: string) {
  const { staff, acknowledgement } = (await desk.stored(id)).notifications;
  return [staff, acknowledgement].map((state) => [state?.status, state?.reason]);
}

it('shows each list with its count, page by page', async () => {
  const at = (hour: number) => ({ acceptedAt: new Date(Date.UTC(2026, 1, 3, hour)) });
  const oldest = await storeAccepted(desk.database, at(1));
  await storeAccepted(desk.database, at(2));
  const newest = await storeAccepted(desk.database, at(3));
  await storeAccepted(desk.database, { screening: hidden });
  await markEmail(desk.database, newest, 'acknowledgement', 'smtp 550');
  const patch = { owner: 'staff' };
  await desk.ask('enquiry.update', { changes: [{ id: oldest, version: 0, patch }] });

  const page = await desk.ask('enquiry.list', { list: 'new', limit: 1 });
  expect(page.counts).toEqual({
    ...{ new: 2, mine: 1, 'in-progress': 1, waiting: 0, closed: 0, all: 3, spam: 1 },
  });
  expect(page.total).toBe(2);
  expect(page.rows).toMatchObject([
    { id: newest, name: 'Thandiwe Nkosi', beginning: 'We need a secretariat.', state: 'new' },
  ]);
  expect(page.rows[0]?.badges).toContain('address-bounced');
  const cursor = page.nextCursor ?? '';
  const next = await desk.ask('enquiry.list', { list: 'new', limit: 1, cursor });
  expect([next.rows.length, next.total, next.nextCursor]).toEqual([1, 2, null]);
  const search = { list: 'all', search: 'thandiwe', limit: 2 } as const;
  const first = await desk.ask('enquiry.list', search);
  const last = await desk.ask('enquiry.list', { ...search, cursor: first.nextCursor ?? '' });
  expect([first, last].map(({ rows, total }) => [rows.length, total])).toEqual([
    [2, 3],
    [1, 3],
  ]);
  expect((await desk.ask('enquiry.list', { list: 'mine' })).rows).toMatchObject([{ id: oldest }]);
  expect((await desk.ask('enquiry.list', { list: 'mine' }, { user: 'lerato' })).rows).toEqual([]);
  expect((await desk.ask('enquiry.list', { list: 'spam' })).rows).toMatchObject([
    { reasons: hidden.reasons, dueOn: null, deletedAt: expect.any(String) as string },
  ]);
});

it('filters by assignee, day, tag and possible spam, oldest first', async () => {
  const on = (day: number) => ({ acceptedAt: new Date(Date.UTC(2026, 1, day, 22, 30)) });
  // 22:30 UTC is half past midnight on the next day in South Africa.
  const ids: string[] = [];
  for (const day of [1, 2, 3, 4]) ids.push(await storeAccepted(desk.database, on(day)));
  const [first = '', second, third = ''] = ids;
  await markAsPossible(desk.database, third);
  const patch = { owner: 'lerato', tags: ['budget'] };
  await desk.ask('enquiry.update', { changes: [{ id: first, version: 0, patch }] });
  const find = async (filter: object) => {
    const { rows } = await desk.ask('enquiry.list', { list: 'all', ...filter });
    return rows.map(({ id }) => id);
  };
  const days = { from: '2026-02-02', to: '2026-02-04', oldestFirst: true };
  expect(await find(days)).toEqual([first, second, third]);
  expect(await find({ owner: 'lerato' })).toEqual([first]);
  expect(await find({ ...days, owner: null })).toEqual([second, third]);
  expect(await find({ tag: 'budget' })).toEqual([first]);
  expect(await find({ marked: true })).toEqual([third]);
  expect((await desk.ask('enquiry.tags', {})).tags).toEqual(['budget']);
});

it('searches every field, notes, replies and tags, and a reference in a subject line', async () => {
  const form = createEnquiry({
    firstName: 'Zoë',
    lastName: 'Môller',
    message: 'Call 082 555 0143.',
  });
  const id = await storeAccepted(desk.database, { form });
  await storeAccepted(desk.database);
  const { reference } = await desk.stored(id);
  await desk.ask('enquiry.note', { id, text: 'Left a voicemail.' });
  await desk.ask('enquiry.update', { changes: [{ id, version: 0, patch: { tags: ['Limpopo'] } }] });
  const finds = async (search: string) =>
    (await desk.ask('enquiry.list', { list: 'all', search })).rows.map((row) => row.id);
  for (const search of [
    'zoe moller',
    'MÔLLER voicemail',
    '+27 82 555 0143',
    'limpopo',
    reference.replace('-', ' ').toLowerCase(),
    `Re: We have received your enquiry (${reference})`,
  ]) {
    expect(await finds(search), search).toEqual([id]);
  }
  await desk.ask('enquiry.update', { changes: [{ id, version: 1, patch: { tags: [] } }] });
  expect(await finds('limpopo')).toEqual([]);
  const records = JSON.stringify(await desk.database.audit.read({ limit: 1_000 }));
  expect(`${records} ${desk.output()}`).not.toMatch(/moller|môller|limpopo|voicemail/i);
});

it('assigns, waits, closes, reopens and tags, and undoes each with the old values', async () => {
  const id = await storeAccepted(desk.database);
  const before = (await desk.stored(id)).handling;
  let version = 0;
  async function update(patch: object, isUndo = false) {
    const { done, refused } = await desk.ask('enquiry.update', {
      changes: [{ id, version, patch }],
      isUndo,
    });
    expect(refused).toEqual([]);
    version = done[0]?.version ?? 0;
    return done[0]?.before ?? {};
  }
  const inAWeek = addDays(today, 7);
  for (const patch of [
    { owner: 'lerato' },
    { state: 'waiting', followUp: inAWeek },
    { answeredOn: today },
    { state: 'done' },
    { tags: ['budget'] },
  ]) {
    await update(await update(patch), true);
    const { handling } = await desk.stored(id);
    expect({ ...handling, version: 0 }).toEqual(before);
  }
  await update({ state: 'done' });
  expect((await desk.stored(id)).handling).toMatchObject({ owner: 'staff', doneBy: 'staff' });
  await update({ state: 'open' });
  expect((await desk.stored(id)).handling).toMatchObject({ state: 'open', doneAt: null });
});

it('says why a change is refused, and changes and records nothing but the refusal', async () => {
  const id = await storeAccepted(desk.database);
  const refuse = async (patch: object, version = 0) => {
    const { refused } = await desk.ask('enquiry.update', { changes: [{ id, version, patch }] });
    return refused[0]?.why;
  };
  expect(await refuse({ owner: 'nobody' })).toBe('The account nobody cannot change enquiries.');
  expect(await refuse({ owner: 'ops' })).toBe('The account ops cannot change enquiries.');
  expect(await refuse({ state: 'waiting', followUp: today })).toBe('Choose a day after today.');
  expect(await refuse({ answeredOn: addDays(today, 1) })).toBe('Choose today or an earlier date.');
  const [record] = await desk.database.audit.read({ id, limit: 1 });
  expect(record).toMatchObject({ action: 'enquiry.update', outcome: 'refused', actor: 'staff' });
  expect((await desk.stored(id)).handling.version).toBe(0);
  const change = { id, version: 0, patch: { tags: ['a@example.org'] } };
  expect(await desk.refusal('enquiry.update', { changes: [change] })).toEqual({
    status: 400,
    sentence: 'changes.0.patch.tags.0 must not contain an email address.',
  });
  const unknown = { changes: [{ id, version: 0, patch: { reference: 'ABCD-1234' } }] };
  expect((await desk.refusal('enquiry.update', unknown)).status).toBe(400);
});

it('emails a reply in ten seconds, and takes it back until then', async () => {
  const id = await storeAccepted(desk.database);
  const reply = { id, text: 'A quotation follows.', close: true };
  const sent = await desk.ask('enquiry.reply', { ...reply, version: 0 });
  expect(await queued(id)).toEqual(['reply']);
  expect((await desk.stored(id)).handling).toMatchObject({
    ...{ state: 'done', owner: 'staff', answeredOn: today },
    replies: [{ text: reply.text }],
  });
  const again = await desk.refusal('enquiry.reply', { ...reply, version: 1, close: false });
  expect(again.sentence).toBe('The last reply has not been sent yet. Try again later.');
  await desk.ask('enquiry.unsend', sent);
  expect(await queued(id)).toEqual([]);
  const { handling, notifications } = await desk.stored(id);
  expect(handling).toMatchObject({ state: 'new', owner: null, answeredOn: null, replies: [] });
  expect(notifications.reply).toBeUndefined();
  const search = 'quotation';
  expect((await desk.ask('enquiry.list', { list: 'all', search })).total).toBe(0);
  const { history } = await desk.ask('enquiry.read', { name: id });
  expect(history.map(({ words }) => words)).toContain('took the reply back');
});

it('does not take back a reply that was sent, and keeps the delivery of each', async () => {
  const id = await storeAccepted(desk.database);
  const first = await desk.ask('enquiry.reply', { id, version: 0, text: 'First.', close: false });
  await desk.database.submissions.updateOne(
    { _id: id },
    { $set: { 'notifications.reply.status': 'failed', 'notifications.reply.reason': 'smtp 550' } },
  );
  const late = await desk.refusal('enquiry.unsend', first);
  expect(late.status).toBe(409);
  const reply = { id, version: 1, text: 'Second.', close: false };
  const second = await desk.ask('enquiry.reply', reply);
  async function told() {
    const { history } = await desk.ask('enquiry.read', { name: id });
    const lines = history.filter(({ words }) => /^(replied|The reply|took)/.test(words));
    return lines.map(({ words, text, times }) => [words, text, times]);
  }
  const delivered = [
    ['replied', 'First.', 1],
    ['The reply failed (smtp 550)', undefined, 1],
  ];
  expect(await told()).toEqual([
    ...delivered,
    ['replied', 'Second.', 1],
    ['The reply has not been sent yet', undefined, 1],
  ]);
  await desk.ask('enquiry.unsend', second);
  expect(await told()).toEqual([...delivered, ['took the reply back', undefined, 1]]);
});

it('sends what was withheld as spam once it is not spam, and nothing else', async () => {
  const notSpam = { status: 'released', marked: false };
  const judge = (id: string, version: number, patch: object) =>
    desk.ask('enquiry.update', { changes: [{ id, version, patch }] });
  const undo = ({ done }: Awaited<ReturnType<typeof judge>>) =>
    desk.ask('enquiry.update', {
      changes: done.map(({ before, ...now }) => ({ ...now, patch: before })),
    });
  const possible = await storeMarked(desk.database);
  await markEmail(desk.database, possible, 'staff');
  const released = await judge(possible, 0, notSpam);
  expect(await emailsOf(possible)).toEqual([
    ['sent', undefined],
    ['pending', undefined],
  ]);
  expect(await queued(possible)).toEqual(['acknowledgement']);
  expect(await desk.stored(possible)).toMatchObject({ status: 'released' });
  expect((await desk.stored(possible)).marked).toBeUndefined();

  await undo(released);
  expect(await desk.stored(possible)).toMatchObject({ status: 'accepted', marked: true });
  expect((await emailsOf(possible))[1]).toEqual(['withheld', 'possible spam']);

  const moved = await judge(possible, 2, { status: 'quarantined' });
  const { status, expiresAt } = await desk.stored(possible);
  expect([status, Math.round((Number(expiresAt) - Date.now()) / 86_400_000)]).toEqual([
    'quarantined',
    30,
  ]);
  expect((await emailsOf(possible))[1]).toEqual(['withheld', 'possible spam']);
  const { refused } = await judge(possible, 3, { owner: 'staff' });
  expect(refused[0]?.why).toBe('It is marked as spam.');
  await undo(moved);
  expect(await desk.stored(possible)).toMatchObject({ status: 'accepted', marked: true });

  const unacknowledged = 'too many acknowledgements';
  const other = await storeMarked(desk.database, { unacknowledged });
  await judge(other, 0, { status: 'quarantined' });
  expect(await emailsOf(other)).toEqual([
    ['withheld', 'spam'],
    ['withheld', unacknowledged],
  ]);
  await judge(other, 1, notSpam);
  expect(await emailsOf(other)).toEqual([
    ['pending', undefined],
    ['withheld', unacknowledged],
  ]);
  expect(await queued(other)).toEqual(['staff']);
});

it('resends a failed email', async () => {
  const [id, fine] = [await storeAccepted(desk.database), await storeAccepted(desk.database)];
  await markEmail(desk.database, id, 'acknowledgement', 'smtp 550');
  await desk.ask('enquiry.resend', { id });
  expect((await desk.refusal('enquiry.resend', { id: fine })).status).toBe(400);
  expect(await queued(id)).toEqual(['acknowledgement']);
  await markEmail(desk.database, id, 'acknowledgement');
  const { history } = await desk.ask('enquiry.read', { name: id });
  expect(history.map(({ words }) => words)).toEqual(
    expect.arrayContaining([
      'The acknowledgement failed (smtp 550)',
      'resent the failed emails',
      'The acknowledgement was sent',
    ]),
  );
});

it('adds an enquiry by telephone: no email is sent, and it has no reply without an address', async () => {
  const { id, reference } = await desk.ask('enquiry.add', {
    ...{ channel: 'phone', lastName: 'Nel', reach: '082 555 0143', message: 'Wants a quotation.' },
    ...{ receivedOn: addDays(today, -1), source: 'Their chairperson' },
  });
  const { enquiry, history } = await desk.ask('enquiry.read', { name: reference });
  expect(enquiry).toMatchObject({
    ...{ channel: 'phone', name: 'Nel', email: '', organisation: '', reach: '082 555 0143' },
    ...{ state: 'new', owner: null, addedBy: 'staff', source: 'Their chairperson' },
  });
  expect(localDay(enquiry.createdAt)).toBe(addDays(today, -1));
  expect(history.map(({ words }) => words)).toEqual([
    'Received by telephone',
    'added it',
    'opened it',
  ]);
  expect(await queued(id)).toEqual([]);
  expect((await emailsOf(id)).map(([status]) => status)).toEqual(['withheld', 'withheld']);
  const reply = await desk.refusal('enquiry.reply', { id, version: 0, text: 'x', close: false });
  expect(reply).toEqual({ status: 400, sentence: 'There is no email address to reply to.' });
  const search = '082 555 0143 chairperson';
  expect((await desk.ask('enquiry.list', { list: 'new', search })).total).toBe(1);
  const later = { channel: 'letter', lastName: 'Nel', message: 'x', receivedOn: addDays(today, 1) };
  expect((await desk.refusal('enquiry.add', later)).sentence).toBe(
    'Choose today or an earlier date.',
  );
  const wrong = { ...later, receivedOn: today, email: 'nel@example' };
  expect((await desk.refusal('enquiry.add', wrong)).sentence).toBe(
    'The email address is not valid.',
  );
});

it('shows the history in words, also of what the last release recorded', async () => {
  const id = await storeAccepted(desk.database);
  const record = (action: string, before?: object, after?: object) =>
    desk.database.audit.start({
      ...{ actor: 'cli:root/lerato', action },
      subject: {
        ids: [id],
        ...(before && after ? { before: { ...before }, after: { ...after } } : {}),
      },
    });
  for (const [action, before, after] of [
    ['enquiry.assign', { state: 'new', owner: null }, { state: 'open', owner: 'staff' }],
    [
      'enquiry.wait',
      { state: 'open', followUp: null },
      { state: 'waiting', followUp: '2026-12-03' },
    ],
    [
      'enquiry.close',
      { state: 'waiting', followUp: '2026-12-03' },
      { state: 'done', followUp: null },
    ],
    ['enquiry.undo'],
  ] as const) {
    await (await record(action, before, after)).end('done');
  }
  await desk.ask('enquiry.note', { id, text: 'See 7F3K-92QD.' });
  const patch = { owner: 'staff' };
  await desk.ask('enquiry.update', { changes: [{ id, version: 0, patch }] });
  const { history } = await desk.ask('enquiry.read', { name: id });
  expect(history.map(({ by, words, text = '' }) => `${by ?? ''}: ${words} ${text}`.trim())).toEqual(
    [
      ': Received through the website',
      ': The staff notification has not been sent yet',
      ': The acknowledgement has not been sent yet',
      'lerato: assigned it to staff',
      'lerato: moved it to Waiting until 3 Dec',
      'lerato: closed it',
      'lerato: undid the change',
      'staff: added a note See 7F3K-92QD.',
      'staff: assigned it to themselves',
      'staff: opened it',
    ],
  );
});

it('shows others from the same address, or with the same name and organisation', async () => {
  const form = createEnquiry({ email: 'Thandiwe@example.org' });
  const id = await storeAccepted(desk.database, { form });
  const sameAddress = createEnquiry({ email: 'thandiwe@example.org', lastName: 'Cele' });
  const other = await storeAccepted(desk.database, { form: sameAddress });
  const sameName = await storeAccepted(desk.database);
  const stranger = createEnquiry({ firstName: 'Sipho', email: 'sipho@example.org' });
  await storeAccepted(desk.database, { form: stranger });
  const { others } = await desk.ask('enquiry.read', { name: id });
  expect(others.map((row) => [row.id, row.hasOtherAddress]).sort()).toEqual(
    [
      [other, false],
      [sameName, true],
    ].sort(),
  );
});

it('returns follow-ups to the top of their assignee on their day', async () => {
  const [waiting, newer] = [await storeAccepted(desk.database), await storeAccepted(desk.database)];
  const { submissions } = desk.database;
  const changes = [waiting, newer].map((id) => ({ id, version: 0, patch: { owner: 'staff' } }));
  await desk.ask('enquiry.update', { changes });
  const due = { 'handling.state': 'waiting', 'handling.followUp': today };
  await submissions.updateOne({ _id: waiting }, { $set: due });
  const { returnFollowUps } = await import('#storage/enquiry-changes.ts');
  expect(await returnFollowUps(desk.database, addDays(today, -1))).toBe(0);
  expect(await returnFollowUps(desk.database, today)).toBe(1);
  const first = await desk.ask('enquiry.list', { list: 'mine', limit: 1 });
  expect(first.rows).toMatchObject([{ id: waiting, state: 'open', followUp: today }]);
  const cursor = first.nextCursor ?? '';
  const next = await desk.ask('enquiry.list', { list: 'mine', limit: 1, cursor });
  expect(next.rows.map(({ id }) => id)).toEqual([newer]);
});

it('keeps templates, and tells of a colleague who changed one', async () => {
  const template = { id: crypto.randomUUID(), name: 'Fees', text: 'Dear {first name}' };
  const saved = await desk.ask('template.save', template);
  const bad = await desk.refusal('template.save', { ...template, text: 'Dear {name}' });
  expect(bad.sentence).toContain('unknown field');
  const seen = saved.changedAt;
  await desk.ask('template.save', { ...template, name: 'Our fees', seen }, { user: 'lerato' });
  expect((await desk.refusal('template.save', { ...template, seen })).status).toBe(409);
  const { templates } = await desk.ask('template.list', {});
  expect(templates).toMatchObject([{ name: 'Our fees', changedBy: 'lerato' }]);
  const { removed } = await desk.ask('template.remove', { id: template.id });
  expect(removed).toEqual({ ...template, name: 'Our fees' });
});

it('saves a list as a file, after a recent sign-in', async () => {
  const form = createEnquiry({ organisation: '=HYPERLINK("x")' });
  const id = await storeAccepted(desk.database, { form });
  const wanted = { list: 'all', format: 'csv', reason: 'For the board' } as const;
  const response = await desk.send('enquiry.export', wanted);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(text).toContain((await desk.stored(id)).reference);
  expect(text).not.toMatch(/,"?=HYPERLINK/);
  const [record] = await desk.database.audit.read({ id, limit: 1 });
  expect(record).toMatchObject({ action: 'enquiry.export', subject: { reason: 'For the board' } });
});

it('sends compressed JSON with no fields but those of the action', async () => {
  for (let index = 0; index < 5; index += 1) await storeAccepted(desk.database);
  const headers = { 'Accept-Encoding': 'br' };
  const response = await desk.send('enquiry.list', { list: 'new' }, { headers });
  expect(response.headers.get('content-encoding')).toBe('br');
  const { rows } = (await response.json()) as { rows: object[] };
  expect(Object.keys(rows[0] ?? {})).not.toContain('email');
});
