import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { connect, type Database } from '../../storage/connection.ts';
import { changeSubmission } from '../../storage/handling.ts';
import { countKeptLonger, shortenRetention } from '../../storage/retention.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import {
  addMonths,
  findSubmission,
  storeSubmission,
  type AcceptedSubmission,
} from '../../storage/submissions.ts';
import { silent } from '../../testing/loggers.ts';
import { ownStores, type OwnStores } from '../../testing/own-stores.ts';
import { createAccepted } from '../../testing/enquiry.ts';

const quarantine = { score: 9, reasons: ['too-fast'], quarantined: true };
const day = 86_400_000;

let stores: OwnStores;
let database: Database;

beforeEach(async () => {
  stores = ownStores();
  database = connect(stores.settings.MONGODB_URI, { logger: silent });
  await database.connected;
});

afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
  await stores.remove();
});

/** Stores an enquiry received the given number of days ago. */
async function store(days: number, change: Partial<AcceptedSubmission> = {}) {
  const at = new Date(Date.now() - days * day);
  const submission = createAccepted({ acceptedAt: at, storedAt: at, ...change });
  await storeSubmission(database, submission);
  return { _id: submission.id, storedAt: submission.storedAt };
}

async function expiryOf({ _id }: { _id: string }): Promise<Date | undefined> {
  return (await findSubmission(database, _id))?.expiresAt;
}

function audited() {
  return database.audit.read({ limit: 1_000 });
}

it('shortens the retention of stored enquiries, counted from when they were stored', async () => {
  const fresh = await store(1);
  const old = await store(400);
  expect(await countKeptLonger(database, 12)).toBe(2);
  expect(await shortenRetention(database, 12)).toBe(2);
  expect(await expiryOf(fresh)).toEqual(addMonths(fresh.storedAt, 12));
  expect(await expiryOf(old)).toEqual(addMonths(old.storedAt, 12));
  expect(await countKeptLonger(database, 12)).toBe(0);
});

it('never extends retention', async () => {
  const short = await store(1, { retentionMonths: 6 });
  const before = await expiryOf(short);
  for (const months of [12, 6]) expect(await shortenRetention(database, months)).toBe(0);
  expect(await expiryOf(short)).toEqual(before);
  expect(await audited()).toEqual([]);
});

it('changes enquiries marked as not spam, but not quarantined ones', async () => {
  // From 10 February, the 30 days of quarantine end later than a retention of one month.
  const quarantined = await store(0, { screening: quarantine, storedAt: new Date('2025-02-10') });
  const released = await store(1, { screening: quarantine });
  const seen = await findSubmission(database, released._id);
  await changeSubmission(database, seen as ContactSubmission, { status: 'released' }, 24);
  const before = await expiryOf(quarantined);
  expect(await shortenRetention(database, 1)).toBe(1);
  expect(await expiryOf(quarantined)).toEqual(before);
  expect(await expiryOf(released)).toEqual(addMonths(released.storedAt, 1));
});

it('records every change in the audit trail before it is made', async () => {
  const { _id } = await store(1);
  const record = vi.spyOn(database.audit, 'start');
  record.mockRejectedValueOnce(new Error('The audit trail cannot be written.'));
  await expect(shortenRetention(database, 12)).rejects.toThrow('audit trail');
  expect(await countKeptLonger(database, 12)).toBe(1);
  record.mockRestore();
  await shortenRetention(database, 12);
  expect(await audited()).toMatchObject([
    {
      actor: 'worker:settings',
      action: 'retention.shorten',
      subject: { ids: [_id], count: 1, conditions: ['12 months'] },
    },
  ]);
});

it('resumes after an interruption, with every change in the audit trail', async () => {
  const ids: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    const stored = await Promise.all(Array.from({ length: 100 }, () => store(1)));
    ids.push(...stored.map(({ _id }) => _id));
  }
  const bulkWrite = database.submissions.bulkWrite.bind(database.submissions);
  vi.spyOn(database.submissions, 'bulkWrite')
    .mockImplementationOnce(bulkWrite)
    .mockRejectedValueOnce(new Error('MongoDB is down.'));
  await expect(shortenRetention(database, 12)).rejects.toThrow('is down');
  const left = await countKeptLonger(database, 12);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(1_200);
  expect(await shortenRetention(database, 12)).toBe(left);
  expect(await countKeptLonger(database, 12)).toBe(0);
  const recorded = new Set((await audited()).flatMap(({ subject }) => subject.ids));
  expect([...recorded].sort()).toEqual(ids.sort());
});

it('changes nothing if it is aborted before the first batch', async () => {
  await store(1);
  const signal = AbortSignal.abort();
  await expect(shortenRetention(database, 12, { signal })).rejects.toThrow(/abort/i);
  expect(await countKeptLonger(database, 12)).toBe(1);
});
