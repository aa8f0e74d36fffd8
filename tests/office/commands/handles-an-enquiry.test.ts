import { expect, it } from 'vitest';

import { initialHandling } from '../../../contract/submission-view.ts';
import { localDay } from '../../../contract/time.ts';
import { addDays } from '../../../contract/working-days.ts';
import { referenceOf } from '../../../contract/reference.ts';
import { stateWords } from '../../../office/features/enquiries/state.ts';
import { handlingOf } from '../../../storage/handling.ts';
import { findSubmission } from '../../../storage/submissions.ts';
import { createCheapUser } from '../../../testing/accounts.ts';
import { forAllTests } from '../../../testing/for-all-tests.ts';
import { openDatabase, storeAccepted } from '../../../testing/own-stores.ts';
import { runStaff } from '../../../testing/office/run-staff.ts';

const password = 'marula branch teapot';
const stores = forAllTests(async () => {
  const database = await openDatabase();
  for (const username of ['naledi', 'lerato'])
    await createCheapUser(database, { username, password });
  return database;
});

function words(state: 'open' | 'done', owner: string): string {
  return stateWords({ ...initialHandling, status: 'accepted', state, owner });
}

it('assigns, closes and reopens an enquiry, adds a note and undoes a change', async () => {
  const id = await storeAccepted(stores);
  const reference = referenceOf(id);
  const run = (name: string, ...args: string[]) =>
    runStaff(['submissions', name, reference, ...args, '--as', 'naledi'], stores.settings, {
      password,
    });
  const handling = async () => {
    const found = await findSubmission(stores, id);
    return found && handlingOf(found);
  };

  const assigned = words('open', 'naledi');
  expect((await run('assign')).notes).toBe(`${reference}: ${assigned}; notes: 0.\n`);
  await run('assign', '--to', 'Lerato');
  expect(await handling()).toMatchObject({ state: 'open', owner: 'lerato', version: 2 });
  expect(await run('assign', '--to', 'nobody')).toMatchObject({ code: 1 });
  await run('note', '--text', 'She called.');
  expect((await handling())?.notes).toMatchObject([{ by: 'naledi', text: 'She called.' }]);
  expect(await run('close')).toMatchObject({ code: 0 });
  expect(await run('close')).toMatchObject({ code: 1 });
  expect(await run('undo')).toMatchObject({ code: 0 });
  expect(await handling()).toMatchObject({ state: 'open', owner: 'lerato', doneAt: null });
  expect(await run('undo')).toMatchObject({ code: 1 });
  await run('close');
  const shown = await run('show');
  expect(shown.out).toContain(words('done', 'lerato'));
  expect(shown.out).toContain('She called.');
  await run('reopen');
  const day = addDays(localDay(Date.now()), 7);
  await run('wait', '--until', day);
  expect(await handling()).toMatchObject({ state: 'waiting', followUp: day });
  expect(await run('wait', '--until', 'Friday')).toMatchObject({ code: 2 });
  await run('resume');
  expect(await handling()).toMatchObject({ state: 'open', followUp: null });
  await run('assign', '--unassign');
  expect(await handling()).toMatchObject({ state: 'new', owner: null });
  await run('spam');
  expect((await findSubmission(stores, id))?.status).toBe('quarantined');
});

it.each([
  ['an email address', 'thandiwe@example.org'],
  ['more than 40 characters', 'x'.repeat(41)],
  ['two lines', 'one\ntwo'],
])('refuses a tag with %s, as the pages do', async (_what, tag) => {
  const id = await storeAccepted(stores);
  const args = ['submissions', 'tag', '--id', id, '--add', tag, '--as', 'naledi'];
  const { code, notes } = await runStaff(args, stores.settings, { password });
  expect(code).toBe(2);
  expect(notes).toContain('without an email address');
  expect((await findSubmission(stores, id))?.handling?.tags).toEqual([]);
});
