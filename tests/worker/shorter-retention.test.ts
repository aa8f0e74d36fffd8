import { expect, it, onTestFinished, vi } from 'vitest';

import { countKeptLonger } from '../../storage/retention.ts';
import { addMonths, findSubmission, storeSubmission } from '../../storage/submissions.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { applyRetention } from '../../worker/apply-retention.ts';
import { createAccepted } from '../../testing/enquiry.ts';
import { storeAccepted } from '../../testing/own-stores.ts';
import { createTestWorker } from '../../testing/test-worker.ts';

it('applies a lower RETENTION_MONTHS at start-up, and logs that', async () => {
  const worker = await createTestWorker({ RETENTION_MONTHS: '6' });
  onTestFinished(() => worker.stop());
  await worker.database.connected;
  const submission = createAccepted({ retentionMonths: 24 });
  await storeSubmission(worker.database, submission);

  await worker.start();
  await waitFor('the expiry is earlier', async () => {
    const { expiresAt } = (await findSubmission(worker.database, submission.id)) ?? {};
    return Number(expiresAt) === addMonths(submission.acceptedAt, 6).getTime();
  });
  expect(worker.logs()).toMatch(/"count":1,"months":6,"event":"retention is being shortened"/);
  await waitFor('it is logged', () => worker.logs().includes('"event":"retention was shortened"'));
  const [record] = await worker.database.audit.read({ limit: 1 });
  expect(record).toMatchObject({ action: 'retention.shorten', subject: { ids: [submission.id] } });
});

it('changes and logs nothing if the setting is higher', async () => {
  const worker = await createTestWorker({ RETENTION_MONTHS: '24' });
  onTestFinished(() => worker.stop());
  await worker.database.connected;
  const submission = createAccepted({ retentionMonths: 12 });
  await storeSubmission(worker.database, submission);
  await applyRetention(worker, new AbortController().signal);
  const { expiresAt } = (await findSubmission(worker.database, submission.id)) ?? {};
  expect(expiresAt).toEqual(addMonths(submission.acceptedAt, 12));
  expect(await worker.database.audit.read({ limit: 1 })).toEqual([]);
  expect(worker.logs()).not.toContain('retention');
});

it('checks all enquiries if the setting was lowered, otherwise only recent ones', async () => {
  const worker = await createTestWorker({ RETENTION_MONTHS: '12' });
  onTestFinished(() => worker.stop());
  const find = vi.spyOn(worker.database.submissions, 'find');
  const { signal } = new AbortController();
  const longAgo = new Date(Date.now() - 200 * 86_400_000);
  await storeAccepted(worker.database, { acceptedAt: longAgo, storedAt: longAgo });
  await applyRetention(worker, signal);
  expect(await countKeptLonger(worker.database, 12)).toBe(0);

  // Simulates an enquiry that a worker with the previous setting has stored.
  await storeAccepted(worker.database);
  find.mockClear();
  await applyRetention(worker, signal);
  for (const [filter] of find.mock.calls) expect(filter).toHaveProperty('createdAt.$gte');
  expect(find).toHaveBeenCalled();
  expect(await countKeptLonger(worker.database, 12)).toBe(0);

  worker.config.company.retentionMonths = 6;
  await applyRetention(worker, signal);
  expect(await countKeptLonger(worker.database, 6)).toBe(0);
});

it('retries after an error from MongoDB', async () => {
  const worker = await createTestWorker({ RETENTION_MONTHS: '6' });
  onTestFinished(() => worker.stop());
  await worker.database.connected;
  await storeSubmission(worker.database, createAccepted());
  vi.spyOn(worker.database.submissions, 'bulkWrite').mockRejectedValueOnce(new Error('down'));
  await applyRetention(worker, new AbortController().signal);
  expect(worker.logs()).toContain('shortening retention will be retried');
  expect(await countKeptLonger(worker.database, 6)).toBe(0);
});
