import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';

import { referenceOf } from '../../contract/reference.ts';
import { PRIVACY_NOTICE_VERSION } from '../../firm/content/privacy.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { plainEnquiry } from '../../testing/enquiry.ts';
import { startTestWorker, submit } from '../../testing/test-worker.ts';
import { untilSent } from '../../testing/own-stores.ts';

const worker = forAllTests(() => startTestWorker({ RETENTION_MONTHS: '12' }));

const forms = {
  'plain words': {},
  'names in 3 scripts': { firstName: 'Zoë-Ńthabiseng', lastName: '王小明', organisation: 'ΑΒΓ' },
  'emoji of several code points': { message: 'Sawubona 👋🏽 from 👩‍👩‍👧 in 🇿🇦 — thank you' },
  '5000 characters': { message: 'é'.repeat(5_000) },
  'line breaks and tabs': { message: 'First line\r\nsecond line\n\n\tindented fourth' },
  'operators and markup': { organisation: '$set.{"$gt": ""}', message: '<b>$where</b> && 1 == 1' },
};

it.each(Object.entries(forms))('keeps every field as typed: %s', async (_what, change) => {
  const before = new Date();
  const email = `visitor-${Object.values(forms).indexOf(change)}@example.org`;
  const id = await submit(worker.queues, { email, ...change });
  const stored = await waitFor('it is stored', () => findSubmission(worker.database, id));
  expect(stored).toMatchObject({
    ...plainEnquiry,
    email,
    ...change,
    _id: id,
    reference: referenceOf(id),
    noticeVersion: PRIVACY_NOTICE_VERSION,
  });
  expect(stored.createdAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
  // `storedAt` also depends on the clocks of Redis and MongoDB.
  expect(stored.storedAt.getTime()).toBeCloseTo(before.getTime(), -5);
  const year = stored.createdAt.getUTCFullYear() + 1;
  expect(stored.expiresAt.getUTCFullYear()).toBe(year);
  await untilSent(worker.database, id);
});

it('writes both emails about each enquiry to the outbox if no mail server is set', async () => {
  const files = await readdir(worker.settings.OUTBOX_DIR);
  expect(files).toHaveLength(2 * Object.keys(forms).length);
  expect(files.every((name) => /^[\da-f-]{36}\.(staff|acknowledgement)\.eml$/.test(name))).toBe(
    true,
  );
});
