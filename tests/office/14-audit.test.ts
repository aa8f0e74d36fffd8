import { expect, it, onTestFinished } from 'vitest';

import type { ActionName } from '../../office/api.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startDesk } from '../../testing/office/desk.ts';
import { storeAccepted, storeMarked } from '../../testing/own-stores.ts';

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
    ['enquiry.spam', { items: [item] }],
    ['enquiry.not-spam', { items: [{ id: possible, version: 0 }] }],
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
    const records = await desk.database.audit.read({ actor, action: 'enquiry.list', limit: 50 });
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

it.each<[ActionName, object, string[]]>([
  ['enquiry.list', { list: 'new' }, ['staff', 'officer']],
  ['enquiry.read', { name: '7F3K-92QD' }, ['staff', 'officer']],
  ['enquiry.update', { changes: [] }, ['staff', 'officer']],
  ['enquiry.export', {}, ['staff', 'officer']],
  ['enquiry.resend', { ids: [] }, ['ops', 'staff', 'officer']],
  ['template.remove', {}, ['staff', 'officer']],
  ['pulse', {}, ['staff', 'officer']],
  ['session.read', {}, ['ops', 'staff', 'officer']],
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
