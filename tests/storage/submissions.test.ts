import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { markNotification } from '../../storage/notifications.ts';
import { searchSubmissions } from '../../storage/search-submissions.ts';
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

it('lists the newest submissions first, page by page', async () => {
  const future = Date.now() + 3_600_000;
  const ids: string[] = [];
  for (const minute of [1, 2, 3]) {
    ids.unshift(await storeAccepted(database, { acceptedAt: new Date(future + minute * 60_000) }));
  }
  const first = await searchSubmissions(database, {}, { limit: 2 });
  expect(first.map(({ _id }) => _id)).toEqual(ids.slice(0, 2));
  const after = first.at(-1);
  const [next] = await searchSubmissions(database, {}, { limit: 1, ...(after ? { after } : {}) });
  expect(next?._id).toBe(ids[2]);
});

it('finds nothing for an unknown id', async () => {
  expect(await findSubmission(database, randomUUID())).toBeNull();
});
