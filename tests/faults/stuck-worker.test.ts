import { expect, it } from 'vitest';

import { forAllTests } from '#support/for-all-tests.ts';
import { startPipeline } from '#support/running-product.ts';
import { send } from '#support/send-enquiry.ts';

const pipeline = forAllTests(startPipeline);

it('moves the jobs of a stuck worker to another, and stores and sends nothing twice', async () => {
  const api = await pipeline.start('api');
  const stuck = await pipeline.start('worker');
  stuck.child.kill('SIGSTOP');
  const references: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    references.push((await send(api.url, `stuck-${count}`)) ?? '');
  }
  const other = await pipeline.start('worker');
  await Promise.all(references.map((reference) => pipeline.untilSent(reference, 20_000)));

  // The stuck worker resumes, and continues with its old jobs.
  stuck.child.kill('SIGCONT');
  const last = await send(api.url, 'afterwards');
  await pipeline.untilSent(last ?? '');
  await Promise.all([stuck.stop(), other.stop()]);
  expect(await pipeline.database.submissions.countDocuments({})).toBe(6);
  expect(pipeline.mail.accepted).toHaveLength(12);
});
