import { expect, it, vi } from 'vitest';

import { addMonths } from '#storage/submissions.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { openDatabase, storeAccepted } from '#support/own-stores.ts';
import { waitFor } from '#support/wait-for.ts';

const quarantine = { score: 9, reasons: ['too-fast'], verdict: 'hidden' as const };
const day = 86_400_000;
const database = forAllTests(openDatabase);

async function storeAsOf(age: { days?: number; months?: number }, change = {}): Promise<string> {
  const acceptedAt = addMonths(new Date(Date.now() - (age.days ?? 0) * day), -(age.months ?? 0));
  return storeAccepted(database, { acceptedAt, ...change });
}

it('deletes expired documents, and keeps the others', async () => {
  const gone = [
    await storeAsOf({ months: 24, days: 1 }),
    await storeAsOf({ months: 12, days: 1 }, { retentionMonths: 12 }),
    await storeAsOf({ days: 31 }, { screening: quarantine }),
  ];
  const kept = [
    await storeAsOf({ months: 23 }),
    await storeAsOf({ days: 29 }, { screening: quarantine }),
    await storeAsOf({ days: 31 }, { screening: { ...quarantine, verdict: 'marked' } }),
  ];
  // A real MongoDB deletes expired documents once a minute.
  const remaining = await waitFor(
    'the old ones are deleted',
    async () => {
      const left = (await database.submissions.find().select({ _id: 1 }).lean()).map(
        ({ _id }) => _id,
      );
      return left.some((id) => gone.includes(id)) ? undefined : left;
    },
    130_000,
  );
  expect(remaining.sort()).toEqual(kept.sort());
}, 140_000);

it('keeps the audit trail for exactly 24 months', async () => {
  async function recordAsOf(months: number, actor: string): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'], now: addMonths(new Date(), -months) });
    await database.audit.record({ actor, action: 'enquiry.list' });
    vi.useRealTimers();
  }
  await recordAsOf(25, 'long-ago');
  await recordAsOf(23, 'lately');
  const [record] = await database.audit.read({ limit: 1 });
  expect(record?.expiresAt).toEqual(addMonths(record?.at ?? new Date(0), 24));
  const remaining = await waitFor(
    'the old record is deleted',
    async () => {
      const actors = (await database.audit.read({ limit: 10 })).map(({ actor }) => actor);
      return actors.includes('long-ago') ? undefined : actors;
    },
    130_000,
  );
  expect(remaining).toEqual(['lately']);
}, 140_000);
