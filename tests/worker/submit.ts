import { createHash } from 'node:crypto';

import type { ContactForm } from '../../contract/contact-form.ts';
import { storeSubmissionJob } from '../../contract/jobs.ts';
import { createEnquiry, createSubmissionPayload } from '../../testing/enquiry.ts';
import type { Queues } from '../../platform/queues.ts';

export const form = createEnquiry();

/** Adds the job that the API adds for an accepted enquiry. Returns the submission's id. */
export async function submit(
  queues: Pick<Queues, 'submissions'>,
  change: Partial<ContactForm> = {},
): Promise<string> {
  const payload = createSubmissionPayload({ ...form, ...change });
  const { id } = payload;
  const content = createHash('sha256').update(JSON.stringify(payload.form)).digest('hex');
  await queues.submissions.add(storeSubmissionJob.name, payload, {
    ...storeSubmissionJob.policy,
    jobId: id,
    deduplication: { id: content, ttl: 600_000 },
  });
  return id;
}
