import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';

import { markNotification } from '#storage/notifications.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { storeAccepted } from '#support/own-stores.ts';
import { settingsFor, startSmtpDouble } from '#support/smtp-double.ts';
import { createTestWorker } from '#support/test-worker.ts';
import { waitFor } from '#support/wait-for.ts';

const smtp = forAllTests(startSmtpDouble);
const wrongClock = fileURLToPath(new URL('../support/shift-clock.js', import.meta.url));
const monday = Date.parse('2027-03-08T08:00:00+02:00');
const saturday = Date.parse('2027-03-13T08:00:00+02:00');
const spam = { verdict: 'hidden' as const, score: 9, reasons: ['has text in a hidden field'] };

beforeEach(() => {
  smtp.accepted.length = 0;
});

/** Starts a worker whose clock shows the given time, on stores that are filled first. */
async function digestAt(
  time: number,
  fill: (database: Awaited<ReturnType<typeof createTestWorker>>['database']) => Promise<unknown>,
) {
  const worker = await createTestWorker({
    ...settingsFor(smtp),
    NODE_OPTIONS: `--import ${wrongClock}`,
    CLOCK_SHIFT: String(time - Date.now()),
    DIGEST_AT: '07:30',
    OFFICE_URL: 'https://office.example',
    SWEEP_EVERY_SECONDS: '1',
    SWEEP_AFTER_SECONDS: '86400',
  });
  try {
    await fill(worker.database);
    await worker.start();
    await waitFor('maintenance has run', async () => {
      const { maintenance } = worker.queues;
      return (await maintenance.getCompletedCount()) > 1;
    });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    const digests = smtp.accepted.filter(({ mail }) => mail.messageId?.startsWith('<digest'));
    return digests.map(({ mail }) => mail.text?.trim());
  } finally {
    await worker.stop();
  }
}

const link = 'https://office.example/ops/enquiries';

it('reports once on a working day, with counts and a link but no personal data', async () => {
  const before = new Date(monday - 5 * 86_400_000);
  const dates = { acceptedAt: before, storedAt: before };
  const texts = await digestAt(monday, async (database) => {
    await storeAccepted(database, dates);
    const screening = { verdict: 'marked' as const, score: 3, reasons: ['contains links'] };
    await storeAccepted(database, { ...dates, screening });
    await storeAccepted(database, { ...dates, screening: spam });
    const id = await storeAccepted(database, dates);
    const failed = { submissionId: id, kind: 'reply' as const };
    await markNotification(database, failed, { status: 'failed', reason: 'smtp 550' });
    const failedAt = { $set: { 'notifications.reply.updatedAt': new Date(monday - 3_600_000) } };
    await database.submissions.updateOne({ _id: id }, failedAt);
  });
  expect(texts).toEqual([
    [
      '3 new enquiries',
      '3 enquiries unanswered for more than a working day',
      '1 new enquiry marked as possible spam',
      '1 enquiry newly marked as spam (1 in total)',
      '1 enquiry with failed emails',
      '',
      link,
    ].join('\n'),
  ]);
});

it('sends nothing on days off, and nothing without news', async () => {
  const hide = (database: Parameters<typeof storeAccepted>[0]) =>
    storeAccepted(database, { storedAt: new Date(saturday), screening: spam });
  expect(await digestAt(saturday, hide)).toEqual([]);
  expect(await digestAt(monday, () => Promise.resolve())).toEqual([]);
  const later = await digestAt(monday + 7 * 86_400_000, hide);
  expect(later).toEqual([`1 enquiry newly marked as spam (1 in total)\n\n${link}`]);
});
