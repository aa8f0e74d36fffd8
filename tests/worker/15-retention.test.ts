import { beforeEach, expect, it } from 'vitest';

import { longDay } from '#contract/time.ts';
import { applyRetention, findNextRetention } from '#storage/retention.ts';
import { addMonths, findSubmission } from '#storage/submissions.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { openDatabase, storeAccepted } from '#support/own-stores.ts';
import { checkRetention } from '../../office/checks/stores.ts';

const database = forAllTests(openDatabase);
const now = new Date();
const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
const expiryOf = async (id: string) => (await findSubmission(database, id))?.expiresAt;

beforeEach(async () => {
  await database.submissions.deleteMany({});
  await database.submissions.db.collection('settings').deleteMany({});
});

it('applies a shorter retention seven days after it was first seen, and says so before', async () => {
  const storedAt = addMonths(days(3), -12);
  const old = await storeAccepted(database, { storedAt });
  const fresh = await storeAccepted(database, { storedAt: now });
  await applyRetention(database, 24, now);
  expect(await applyRetention(database, 12, now)).toBe(0);
  const warned = await checkRetention({ database: () => Promise.resolve(database) } as never);
  expect(warned).toMatchObject({
    level: 'warning',
    says: `RETENTION_MONTHS is now 12, which applies to stored enquiries on ${longDay(days(7))}. Deleted by then: 1.`,
  });
  expect(await applyRetention(database, 12, days(6))).toBe(0);
  expect(await expiryOf(old)).toEqual(addMonths(storedAt, 24));
  expect(await applyRetention(database, 12, days(7))).toBe(2);
  expect(await expiryOf(old)).toEqual(addMonths(storedAt, 12));
  expect(await expiryOf(fresh)).toEqual(addMonths(now, 12));
  expect(await findNextRetention(database)).toBeUndefined();
  const [record] = await database.audit.read({ limit: 1 });
  expect(record).toMatchObject({ action: 'retention.shorten', outcome: 'done' });
});

it('deletes nothing if a typing error is corrected within the seven days', async () => {
  const id = await storeAccepted(database, { storedAt: now });
  await applyRetention(database, 24, now);
  await applyRetention(database, 2, days(1));
  await applyRetention(database, 24, days(2));
  expect(await findNextRetention(database)).toBeUndefined();
  expect(await applyRetention(database, 2, days(9))).toBe(0);
  expect(await expiryOf(id)).toEqual(addMonths(now, 24));
});

it('extends nothing, and leaves spam alone', async () => {
  const id = await storeAccepted(database, { storedAt: now });
  const screening = { verdict: 'hidden' as const, score: 9, reasons: [] };
  const spam = await storeAccepted(database, { storedAt: now, screening });
  await applyRetention(database, 24, now);
  await applyRetention(database, 36, now);
  await applyRetention(database, 1, now);
  await applyRetention(database, 1, days(8));
  expect(await expiryOf(id)).toEqual(addMonths(now, 1));
  expect(await expiryOf(spam)).toEqual(days(30));
});
