import { expect, it } from 'vitest';

import { findPendingNotifications, markNotification } from '#storage/notifications.ts';
import { findSubmission } from '#storage/submissions.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { openDatabase, storeAccepted } from '#support/own-stores.ts';

const database = forAllTests(openDatabase);

function store(): Promise<string> {
  return storeAccepted(database);
}

async function pending(olderThan: Date): Promise<string[]> {
  const overdue: string[] = [];
  for await (const { submissionId, kind } of findPendingNotifications(database, olderThan)) {
    overdue.push(`${submissionId} ${kind}`);
  }
  return overdue;
}

it('records when a notification was sent, or why it failed', async () => {
  const submissionId = await store();
  const sentAt = new Date('2024-06-03T08:15:00.000Z');
  await markNotification(database, { submissionId, kind: 'staff' }, { status: 'sent', sentAt });
  await markNotification(
    database,
    { submissionId, kind: 'acknowledgement' },
    { status: 'failed', reason: 'smtp 550' },
  );
  const submission = await findSubmission(database, submissionId);
  expect(submission?.notifications).toEqual({
    staff: { status: 'sent', sentAt, updatedAt: expect.any(Date) as Date },
    acknowledgement: {
      status: 'failed',
      reason: 'smtp 550',
      updatedAt: expect.any(Date) as Date,
    },
  });
});

it('never turns a sent notification into a failed one', async () => {
  const submissionId = await store();
  const notification = { submissionId, kind: 'staff' } as const;
  await markNotification(database, notification, { status: 'sent', sentAt: new Date() });
  await markNotification(database, notification, { status: 'failed', reason: 'smtp 550' });
  expect((await findSubmission(database, submissionId))?.notifications.staff?.status).toBe('sent');
});

it('finds only overdue pending notifications', async () => {
  const [first, sent, failed] = [await store(), await store(), await store()];
  for (const kind of ['staff', 'acknowledgement'] as const) {
    await markNotification(
      database,
      { submissionId: sent, kind },
      { status: 'sent', sentAt: new Date() },
    );
    await markNotification(
      database,
      { submissionId: failed, kind },
      { status: 'failed', reason: 'smtp 550' },
    );
  }
  const overdue = await pending(new Date(Date.now() + 1_000));
  expect(overdue).toEqual(expect.arrayContaining([`${first} staff`, `${first} acknowledgement`]));
  expect(overdue.some((entry) => entry.startsWith(sent) || entry.startsWith(failed))).toBe(false);
  expect(await pending(new Date(Date.now() - 60_000))).toEqual([]);
});
