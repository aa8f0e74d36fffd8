import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

import { acknowledgedKey } from '#contract/email-counters.ts';
import { mailboxOf, spellingsOf } from '#contract/email-address.ts';
import { referenceOf } from '#contract/reference.ts';
import { localDay } from '#contract/time.ts';
import type { ContactForm } from '#contract/contact-form.ts';
import { closeQueues, openQueues } from '#server/queues.ts';
import { connectRedis } from '#server/redis.ts';
import { mentionsAddress } from '#storage/people.ts';
import { savePersonRequest } from '#storage/person-requests.ts';
import { createEnquiry, createUniqueEnquiry } from '#support/enquiry.ts';
import { startDesk } from '#support/office/desk.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { insertInBatches, storeAccepted } from '#support/own-stores.ts';
import { submit } from '#support/test-worker.ts';
import { sessionOf } from './office-under-test.ts';

const office = forAllTests(startDesk);
const jobs = forAllTests(() => {
  const { REDIS_URL, QUEUE_PREFIX } = office.database.settings;
  const redis = connectRedis(REDIS_URL);
  const queues = openQueues(redis, QUEUE_PREFIX);
  return Promise.resolve({ ...queues, redis, stop: () => closeQueues(queues, redis) });
});

const ask: typeof office.ask = (name, body) => office.ask(name, body, { user: 'officer' });
const refusal = async (name: Parameters<typeof office.send>[0], body: object) => {
  const response = await office.send(name, body, { user: 'officer' });
  return [response.status, ((await response.json()) as { detail: string }).detail];
};
const store = (form: Partial<ContactForm>) =>
  storeAccepted(office.database, { form: createUniqueEnquiry(form) });
async function letter(id: string, user = 'officer') {
  const headers = { Cookie: await sessionOf(office.database, user) };
  return fetch(`${office.url}/ops/people/letter/${id}`, { headers });
}

afterEach(async () => {
  await office.database.submissions.deleteMany({});
  await office.database.personRequests.deleteMany({});
  await jobs.submissions.obliterate({ force: true });
});

const spellings = [
  'Zanele.Dube@gmail.com',
  'zaneledube+guild@gmail.com',
  'zanele.d.ube@googlemail.com',
  'ZANELEDUBE@gmail.com',
];
const others = ['zanele.dube@example.org', 'a-zaneledube@gmail.com', 'zaneledube@gmail.com.na'];

it.each(spellings)(
  'PROMISE 15: %s finds, exports, answers and erases all spellings',
  async (who) => {
    const [first = '', second = '', third = '', fourth = ''] = spellings;
    const stored = [await store({ email: first }), await store({ email: second })];
    const spam = await store({ email: third });
    await office.database.submissions.updateOne({ _id: spam }, { status: 'quarantined' });
    const waiting = await submit(jobs, { email: third });
    const failed = await submit(jobs, { email: fourth });
    await jobs.redis.zadd(jobs.submissions.toKey('failed'), 1, failed);
    await jobs.redis.lrem(jobs.submissions.toKey('wait'), 0, failed);
    expect(await (await jobs.submissions.getJob(failed))?.getState()).toBe('failed');
    const kept = [];
    for (const email of others) kept.push(await store({ email }));
    const mention = await store({
      message: `Please ask z.aneledube+x@gmail.com, or ${others[0]}.`,
    });
    const outbox = office.database.settings.OUTBOX_DIR;
    await mkdir(outbox, { recursive: true });
    await writeFile(
      join(outbox, `${String(stored[0])}.staff.eml`),
      'To: office@example.co.za\n\n.',
    );
    await writeFile(join(outbox, `${randomUUID()}.reply.eml`), `To: X\n <${third}>\n\nHello`);
    const counter = acknowledgedKey(office.database.settings.QUEUE_PREFIX, first);
    await jobs.redis.set(counter, 1);
    const request = {
      who: 'Zanele',
      email: fourth,
      kind: 'access',
      receivedAt: new Date(),
    } as const;
    await savePersonRequest(office.database, { ...request, _id: randomUUID() }, 'officer');

    const ids = [...stored, spam, waiting, failed];
    const sorted = (some: string[]) => some.toSorted();
    const { person } = await ask('person.find', { who });
    expect(sorted(person?.enquiries.map(({ id }) => id) ?? [])).toEqual(sorted(ids));
    expect(person).toMatchObject({ emails: 2, mentionedIn: [referenceOf(mention)] });
    expect(person?.requests).toHaveLength(1);
    const file = await (await office.send('person.export', { who }, { user: 'officer' })).text();
    const page = await (await letter(person?.letter ?? '')).text();
    for (const id of ids) {
      expect(file).toContain(id);
      expect(page).toContain(`Enquiry ${referenceOf(id)}`);
    }
    for (const id of [...kept, mention]) {
      expect(file).not.toContain(id);
      expect(page).not.toContain(referenceOf(id));
    }

    expect(await refusal('person.erase', { who, typed: others[0] })).toEqual([
      400,
      'Type the email address.',
    ]);
    expect(await ask('person.erase', { who, typed: second })).toEqual({ enquiries: 5, emails: 2 });
    const after = (await ask('person.find', { who })).person;
    expect(after).toMatchObject({ enquiries: [], emails: 0, requests: [{ who: 'Zanele' }] });
    expect(await jobs.submissions.getJobCountByTypes()).toBe(0);
    const left = await office.database.submissions.find().select('_id').lean();
    expect(sorted(left.map(({ _id }) => _id))).toEqual(sorted([...kept, mention]));
    expect([await readdir(outbox), await jobs.redis.exists(counter)]).toEqual([[], 0]);
    const [record] = await office.database.audit.read({ action: 'person.erase', limit: 1 });
    expect(sorted(record?.subject.ids ?? [])).toEqual(sorted(ids));
    expect(JSON.stringify(record) + office.output()).not.toMatch(/zanele/i);
  },
);

it.each([...spellings, ...others, 'na.me@example.org', 'NAME+a+b@example.org', '+1@example.org'])(
  'PROMISE 15: the pattern of %s matches what has its mailbox, and no other',
  (one) => {
    for (const other of [...spellings, ...others, 'name@example.org', 'na.me+@Example.org']) {
      const isSame = mailboxOf(one) === mailboxOf(other);
      expect(new RegExp(`^${spellingsOf(one)}$`, 'i').test(other), other).toBe(isSame);
      expect(mentionsAddress(`(see <${other}>, '${other}'.)`, one), other).toBe(isSame);
    }
  },
);

it('PROMISE 15: finds people by name and reference, also those in the queue', async () => {
  const names = async (who: string) =>
    (await ask('person.find', { who })).people.map((match) => `${match.who} ${match.enquiries}`);
  await store({ firstName: 'Zoë', lastName: 'O’Brien', email: 'zoe@example.org' });
  await store({ firstName: 'Zoe', lastName: 'OBrien', email: 'ZOE@example.org' });
  await store({ message: 'Please tell Zoe OBrien that we wrote to you.' });
  const queued = await submit(jobs, {
    firstName: 'Zoe',
    lastName: 'Obrien',
    email: 'z@example.org',
  });
  expect((await names("mrs o'brien zoe")).map((name) => name.toLowerCase()).toSorted()).toEqual([
    'z@example.org 1',
    'zoe@example.org 2',
  ]);
  expect(await names('nobody here')).toEqual([]);
  const { person } = await ask('person.find', { who: referenceOf(queued).toLowerCase() });
  expect(person?.enquiries).toMatchObject([{ id: queued, state: 'queued', version: null }]);
  expect((await ask('person.find', { who: '0000-0000' })).person?.enquiries).toEqual([]);
  expect((await refusal('person.erase', { who: 'Zoe', typed: 'Zoe' }))[0]).toBe(400);
});

it('PROMISE 15: finds a name despite a thousand later enquiries with similar words', async () => {
  const id = await store({ firstName: 'Annu', email: 'annu@example.org' });
  const stored = await office.database.submissions.findById(id).select('+words').lean();
  const later = Array.from({ length: 1_001 }, () => ({
    ...{ ...stored, _id: randomUUID(), firstName: 'Zodwa', email: 'zodwa@example.org' },
    words: ['zodwa', 'annual'],
  }));
  const { collection } = office.database.submissions;
  await insertInBatches(later as never[], (some) => collection.insertMany(some));
  const { people } = await ask('person.find', { who: 'Annu' });
  expect(people.map(({ who }) => who)).toEqual(['annu@example.org']);
});

it('PROMISE 15: corrects an enquiry of the form, whose fields are required', async () => {
  const id = await store({ email: 'person@example.org' });
  const correction = { lastName: 'Dlamini', email: ' Mailto:new@example.org ' };
  await ask('person.correct', { id, version: 0, correction });
  const { person } = await ask('person.find', { who: 'new@example.org' });
  expect(person?.enquiries[0]).toMatchObject({ version: 1, texts: { lastName: 'Dlamini' } });
  expect((await ask('person.find', { who: 'person@example.org' })).person?.enquiries).toEqual([]);
  const again = { id, version: 0, correction: { lastName: 'Zulu' } };
  expect(await refusal('person.correct', again)).toEqual([
    409,
    expect.stringContaining('colleague'),
  ]);
  const refused = (some: object) => refusal('person.correct', { id, version: 1, correction: some });
  expect(await refused({ lastName: ' ' })).toEqual([400, 'Last name is required.']);
  expect(await refused({ email: 'none' })).toEqual([400, 'Please enter a valid email address.']);
  expect(await refused({})).toEqual([400, 'You have not changed anything.']);
});

it('PROMISE 15: corrects, answers and erases an enquiry that came by phone', async () => {
  const { id, reference } = await ask('enquiry.add', {
    ...{ channel: 'phone', lastName: 'Nel', reach: '082 555 0143', message: 'Call back.' },
    ...{ receivedOn: localDay(Date.now()), source: 'Their chairperson' },
  });
  const { person } = await ask('person.find', { who: 'nel' });
  expect(person).toBeNull();
  const correction = { lastName: 'Nell', reach: '082 555 0199', source: '' };
  await ask('person.correct', { id, version: 0, correction });
  const correctedPerson = (await ask('person.find', { who: reference })).person;
  expect(correctedPerson?.email).toBe('');
  expect(correctedPerson?.enquiries[0]?.texts).toMatchObject({ firstName: '', ...correction });
  expect(await (await letter(id)).text()).toContain('082 555 0199');
  expect((await refusal('person.erase', { who: reference, typed: '' }))[0]).toBe(400);
  const typed = reference.toLowerCase();
  expect(await ask('person.erase', { who: reference, typed })).toMatchObject({ enquiries: 1 });
});

it('PROMISE 15: the letter says what POPIA wants, and isolates what was typed', async () => {
  const form = createEnquiry({
    ...{ firstName: 'Naledi\u202e', organisation: '<b>Guild</b> & Co', email: 'n@example.org' },
    message: 'See https://phishing.example/a.\nمرحباً، نود أن نعرف المزيد',
  });
  const id = await storeAccepted(office.database, { form });
  await office.ask(
    'enquiry.note',
    { id, text: 'Telephoned; wants a proposal.' },
    { user: 'lerato' },
  );
  const answer = await letter(id);
  const page = await answer.text();
  expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(page).toContain('Dear <bdi>Naledi\u202e Nkosi</bdi>,');
  expect(page).toContain('<dd><bdi>&lt;b&gt;Guild&lt;/b&gt; &amp; Co</bdi></dd>');
  expect(page).toContain('sections 23 to 25');
  for (const words of ['wants a proposal', 'POPIAComplaints@', 'Kept until', 'Privacy notice']) {
    expect(page).toContain(words);
  }
  expect(page).not.toMatch(/lerato|href="[^"]*phishing/);
  expect((await letter(randomUUID())).status).toBe(404);
  expect((await letter(id, 'staff')).status).toBe(403);
  const [record] = await office.database.audit.read({ action: 'person.export', limit: 1 });
  expect(record?.subject).toMatchObject({ ids: [id], conditions: ['letter'] });
});

it('PROMISE 15: the register keeps requests with due dates, closes and reopens them', async () => {
  const written = { who: 'Sipho Dube', kind: 'access', receivedOn: '2026-02-03', result: '' };
  const only = async () => (await ask('request.list', {})).requests[0];
  const neither = { ...written, email: '', contact: '' };
  expect((await refusal('request.save', neither))[0]).toBe(400);
  await ask('request.save', { ...neither, contact: '12 Main Road\nPretoria' });
  const { id, ...added } = (await only()) ?? { id: '' };
  expect(added).toMatchObject({ email: '', dueOn: '2026-03-05', version: 0, closedOn: null });

  const edited = { ...written, id, email: 'sipho@example.org', contact: '', kind: 'deletion' };
  await ask('request.save', { ...edited, version: 0, receivedOn: '2026-02-01' });
  const changed = { email: 'sipho@example.org', contact: '', dueOn: '2026-03-03', version: 1 };
  expect(await only()).toMatchObject(changed);
  expect(await refusal('request.save', { ...edited, version: 0 })).toEqual([
    409,
    expect.stringContaining('Press again'),
  ]);
  await ask('request.save', { ...edited, version: 1, result: 'refused' });
  expect(await only()).toMatchObject({ result: 'refused', closedBy: 'officer' });
  await ask('request.save', { ...edited, version: 2 });
  expect(await only()).toMatchObject({ closedOn: null, closedBy: null, version: 3 });
  const stored = await office.database.personRequests.findById(id).orFail().lean();
  expect(stored).not.toHaveProperty('expiresAt');
  // As the last release stores them.
  await office.database.personRequests.updateOne({ _id: id }, { $unset: { version: 1 } });
  await ask('request.save', { ...edited, version: 0, result: 'granted' });
  const closed = await office.database.personRequests.findById(id).orFail().lean();
  expect(closed.expiresAt?.getFullYear()).toBe(new Date().getFullYear() + 3);
  const records = await office.database.audit.read({ action: 'request.save', limit: 9 });
  expect(records[0]).toMatchObject({ subject: { ids: [id], conditions: ['deletion', 'granted'] } });
  expect(JSON.stringify(records)).not.toMatch(/sipho/i);
});

it('PROMISE 15: counts open requests that are overdue or due within five days', async () => {
  for (const [daysLeft, result] of [[6], [5], [0], [-1], [-2, 'granted']] as const) {
    const receivedOn = localDay(Date.now() - (30 - daysLeft) * 86_400_000);
    const way = { email: '', contact: 'By phone', result: result ?? '' };
    await ask('request.save', { who: 'Z', kind: 'access', receivedOn, ...way });
  }
  expect(await ask('request.due', {})).toEqual({ soon: 2, overdue: 1 });
});
