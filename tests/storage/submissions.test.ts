import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { markNotification } from '../../storage/notifications.ts';
import { findUnseen, unseenAtMost } from '../../storage/quarantine.ts';
import { findSubmission, storeSubmission } from '../../storage/submissions.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { openDatabase, storeAccepted } from '../../testing/own-stores.ts';
import { createAccepted } from '../../testing/enquiry.ts';

const database = forAllTests(openDatabase);

it('does not store a submission again, even if the stored one has changed', async () => {
  const submission = createAccepted();
  expect(await storeSubmission(database, submission)).toBe(true);
  const notification = { submissionId: submission.id, kind: 'staff' } as const;
  await markNotification(database, notification, { status: 'sent', sentAt: new Date() });
  const before = await findSubmission(database, submission.id);

  expect(await storeSubmission(database, submission)).toBe(false);
  expect(await findSubmission(database, submission.id)).toEqual(before);
  expect(before?.notifications.staff?.status).toBe('sent');
});

it('stores a submission once when several workers store it concurrently', async () => {
  const submission = createAccepted();
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => storeSubmission(database, submission)),
  );
  const stored = results.filter((result) => result.status === 'fulfilled' && result.value);
  expect(stored).toHaveLength(1);
  expect(await database.submissions.countDocuments({ _id: submission.id })).toBe(1);
});

it('has the indexes that retention, searches and the sweep need', async () => {
  const indexes = await database.submissions.listIndexes();
  const keys = indexes.map(({ key }: { key: object }) => Object.keys(key).join());
  expect(keys).toEqual(
    expect.arrayContaining([
      'expiresAt',
      'reference',
      'createdAt,_id',
      'notifications.staff.status,notifications.staff.updatedAt',
      'notifications.acknowledgement.status,notifications.acknowledgement.updatedAt',
    ]),
  );
  expect(indexes).toContainEqual(
    expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
  );
});

it('finds nothing for an unknown id', async () => {
  expect(await findSubmission(database, randomUUID())).toBeNull();
});

it('counts unseen quarantined submissions only up to a limit, and finds the oldest', async () => {
  const id = await storeAccepted(database);
  const stored = await findSubmission(database, id);
  if (!stored) throw new Error('It was not stored.');
  const started = Date.now() - 86_400_000;
  const flood = Array.from({ length: unseenAtMost + 600 }, (_, second) => {
    const createdAt = new Date(started + second * 1_000);
    return { ...stored, _id: randomUUID(), status: 'quarantined' as const, createdAt };
  });
  await database.submissions.insertMany(flood);
  const [first, next] = flood;
  expect(await findUnseen(database)).toEqual({ count: unseenAtMost, oldest: first?.createdAt });

  const look = (ids: string[]) =>
    database.audit.record({ actor: 'naledi', action: 'enquiry.list', subject: { ids } });
  await look([first?._id ?? '']);
  expect((await findUnseen(database)).oldest).toEqual(next?.createdAt);
  await look(flood.slice(0, -2).map(({ _id }) => _id));
  expect(await findUnseen(database)).toEqual({ count: 2, oldest: flood.at(-2)?.createdAt });
});
