import { expect, it } from 'vitest';

import { findEnquiries } from '#storage/enquiries.ts';
import { migrate } from '#storage/migrate.ts';
import { defaultsFor, findSubmission } from '#storage/submissions.ts';
import type { ContactSubmission } from '#storage/submission-model.ts';
import { forEachTest } from '#support/for-all-tests.ts';
import { openDatabase, storeAccepted } from '#support/own-stores.ts';

const database = forEachTest(openDatabase);
const migrateWith = (days?: number) =>
  migrate(database, { replyTarget: days ? { days } : undefined, retentionMonths: 24 });

/** Makes a stored enquiry one of the last release, with what staff had decided. */
async function asLastRelease(id: string, handling?: object): Promise<ContactSubmission> {
  const { collection } = database.submissions;
  const $unset = { dueOn: '', changedAt: '', words: '', ...(handling ? {} : { handling: '' }) };
  const $set = handling ? { $set: { handling } } : {};
  await collection.updateOne({ _id: id as never }, { $unset, ...$set });
  const submission = await findSubmission(database, id);
  if (!submission) throw new Error('It is not stored.');
  return submission;
}

it('completes enquiries of the last release once, and keeps what staff have decided', async () => {
  const acceptedAt = new Date('2026-11-26T08:00:00Z');
  const [fresh, handled, complete] = [
    await storeAccepted(database, { acceptedAt }),
    await storeAccepted(database, { acceptedAt }),
    await storeAccepted(database, { acceptedAt, replyTarget: { days: 3 } }),
  ];
  await asLastRelease(fresh);
  const notes = [{ id: 'x', by: 'naledi', at: acceptedAt, text: 'Left a voicemail.' }];
  const kept = { state: 'waiting', owner: 'naledi', followUp: '2026-12-03', version: 4 };
  await asLastRelease(handled, { ...kept, notes, linked: ['7F3K-92QD', 'HMGV-JTPH'] });
  const before = await findSubmission(database, complete);
  expect(before?.dueOn).toBe('2026-12-01');

  expect(await migrateWith(2)).toBe(2);
  expect(await findSubmission(database, fresh)).toMatchObject({
    dueOn: '2026-11-30',
    changedAt: acceptedAt,
    handling: defaultsFor(acceptedAt, { days: 2 }).handling,
  });
  const after = await findSubmission(database, handled);
  expect(after?.handling).toMatchObject({ ...kept, tags: [], replies: [], doneAt: null });
  expect(after?.handling?.linked).toBeUndefined();
  const [, links] = after?.handling?.notes ?? [];
  expect(links?.text).toBe('Linked to 7F3K-92QD, HMGV-JTPH.');
  for (const text of ['voicemail thandiwe', 'hmgv', 'HMGV-JTPH']) {
    expect(await findEnquiries(database, { text }), text).toMatchObject([{ _id: handled }]);
  }
  expect(await findSubmission(database, complete)).toEqual(before);
  expect(await migrateWith(2)).toBe(0);
});

it('does not overwrite what a desk of the last release changes at the same time', async () => {
  const id = await storeAccepted(database);
  await asLastRelease(id);
  const { submissions } = database;
  const bulkWrite = submissions.bulkWrite.bind(submissions);
  submissions.bulkWrite = async (...given: Parameters<typeof bulkWrite>) => {
    const ofStaff = { 'handling.state': 'open', 'handling.owner': 'naledi', 'handling.version': 1 };
    await submissions.collection.updateOne({ _id: id as never }, { $set: ofStaff });
    submissions.bulkWrite = bulkWrite;
    return bulkWrite(...given);
  };
  await migrateWith();
  const now = { state: 'open', owner: 'naledi', version: 1, tags: [] };
  expect((await findSubmission(database, id))?.handling).toMatchObject(now);
});

it('deletes test enquiries of an early release', async () => {
  const id = await storeAccepted(database);
  await database.submissions.updateOne({ _id: id }, { $set: { canary: true } });
  await migrateWith();
  expect(await findSubmission(database, id)).toBeNull();
});

it('deletes spam that staff had deleted, which the last release kept to restore it', async () => {
  await database.collection('deletedsubmissions').insertOne({ _id: 'x' as never });
  await migrateWith();
  expect(await database.collection('deletedsubmissions').countDocuments()).toBe(0);
});
