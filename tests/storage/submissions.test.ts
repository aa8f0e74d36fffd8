import { expect, it } from 'vitest';

import { storeSubmission } from '#storage/submissions.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { openDatabase } from '#support/own-stores.ts';
import { createAccepted } from '#support/enquiry.ts';

const database = forAllTests(openDatabase);

it('stores a submission once when several workers store it concurrently', async () => {
  const submission = createAccepted();
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => storeSubmission(database, submission)),
  );
  const stored = results.filter((result) => result.status === 'fulfilled' && result.value);
  expect(stored).toHaveLength(1);
  expect(await database.submissions.countDocuments({ _id: submission.id })).toBe(1);
});
