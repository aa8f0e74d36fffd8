import { expect, it } from 'vitest';

import { forAllTests } from '#support/for-all-tests.ts';
import { startDesk } from '#support/office/desk.ts';
import { storeAccepted } from '#support/own-stores.ts';

const desk = forAllTests(startDesk);

it('lets one of ten concurrent changes win, and tells the other nine', async () => {
  const id = await storeAccepted(desk.database);
  const changes = [{ id, version: 0, patch: { owner: 'staff' } }];
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => desk.ask('enquiry.update', { changes })),
  );
  expect(answers.flatMap(({ done }) => done)).toHaveLength(1);
  const refused = answers.flatMap((answer) => answer.refused);
  const { reference } = await desk.stored(id);
  const why = `${reference} has been changed by a colleague.`;
  expect(refused).toEqual(Array.from({ length: 9 }, () => ({ id, why, isConflict: true })));
  expect((await desk.stored(id)).handling.version).toBe(1);
});

it('keeps the notes of both colleagues, while a third change goes on', async () => {
  const id = await storeAccepted(desk.database);
  await Promise.all([
    desk.ask('enquiry.note', { id, text: 'By staff.' }),
    desk.ask('enquiry.note', { id, text: 'By lerato.' }, { user: 'lerato' }),
    desk.ask('enquiry.update', { changes: [{ id, version: 0, patch: { owner: 'officer' } }] }),
  ]);
  const { handling } = await desk.stored(id);
  expect(handling.notes.map(({ text }) => text).sort()).toEqual(['By lerato.', 'By staff.']);
  expect(handling.owner).toBe('officer');
  const records = JSON.stringify(await desk.database.audit.read({ limit: 100 }));
  expect(records).not.toContain('By staff.');
});

it('refuses a reply to what a colleague has changed; the new version then sends it', async () => {
  const id = await storeAccepted(desk.database);
  const changes = [{ id, version: 0, patch: { owner: 'lerato' } }];
  await desk.ask('enquiry.update', { changes }, { user: 'lerato' });
  const reply = { id, text: 'Thank you.', close: false };
  const refused = await desk.refusal('enquiry.reply', { ...reply, version: 0 });
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.sentence).toContain('has been changed by a colleague');
  const { enquiry } = await desk.ask('enquiry.read', { name: id });
  await desk.ask('enquiry.reply', { ...reply, version: enquiry.version });
  expect((await desk.stored(id)).handling).toMatchObject({ owner: 'lerato' });
});

it('changes several enquiries, and explains each refusal', async () => {
  const [free, closed] = [await storeAccepted(desk.database), await storeAccepted(desk.database)];
  const close = (id: string) => ({ id, version: 0, patch: { state: 'done' as const } });
  await desk.ask('enquiry.update', { changes: [close(closed)] });
  const gone = crypto.randomUUID();
  const changes = [free, closed, gone].map(close);
  const { done, refused } = await desk.ask('enquiry.update', { changes });
  expect(done.map(({ id }) => id)).toEqual([free]);
  expect(new Set(refused.map(({ id, isConflict }) => `${id} ${isConflict}`))).toEqual(
    new Set([`${closed} true`, `${gone} true`]),
  );
});

it('shows a change, an arrival and a delivery by a new token, and who else is here', async () => {
  const id = await storeAccepted(desk.database);
  const { markEmail } = await import('./office-under-test.ts');
  let last = '';
  async function tokenIsNew(): Promise<boolean> {
    const { token } = await desk.ask('pulse', {});
    const isNew = token !== last;
    last = token;
    return isNew;
  }
  await tokenIsNew();
  for (const act of [
    () => desk.ask('enquiry.note', { id, text: 'Called.' }),
    () => storeAccepted(desk.database),
    () => markEmail(desk.database, id, 'staff'),
    () => desk.database.submissions.deleteOne({ _id: id }),
  ]) {
    await act();
    await expect.poll(tokenIsNew, { timeout: 15_000, interval: 300 }).toBe(true);
  }
  const arrived = await desk.ask('pulse', {});
  expect(arrived.newest).toMatch(/^.{4}-.{4}$/);
  const viewing = crypto.randomUUID();
  const user = 'lerato';
  expect((await desk.ask('pulse', { viewing, isReplying: true }, { user })).alsoHere).toEqual([]);
  expect((await desk.ask('pulse', { viewing })).alsoHere).toEqual([
    { username: 'lerato', name: 'lerato', isReplying: true },
  ]);
});

it('never extends a session by its pulse', async () => {
  const { sessions } = desk.database;
  const expiresAt = new Date(Date.now() + 10 * 60_000);
  await sessions.updateMany({}, { $set: { expiresAt } });
  await desk.ask('pulse', {});
  expect(await sessions.countDocuments({ expiresAt: { $ne: expiresAt } })).toBe(0);
  await desk.ask('enquiry.tags', {});
  expect(await sessions.countDocuments({ expiresAt: { $ne: expiresAt } })).toBe(1);
});
