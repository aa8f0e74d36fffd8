import { createHash, randomUUID } from 'node:crypto';

import type { ContactForm } from '../../contract/contact-form.ts';
import { storeSubmissionJob } from '../../contract/jobs.ts';
import type { Queues } from '../../worker/queues.ts';

export const form: ContactForm = {
  firstName: 'Thandiwe',
  lastName: 'Nkosi',
  email: 'thandiwe@example.org',
  organisation: 'Guild of Surveyors',
  message: 'We need a secretariat.',
};

/** Adds the job that the API adds for an accepted enquiry. Returns the submission's id. */
export async function submit(
  queues: Pick<Queues, 'submissions'>,
  change: Partial<ContactForm> = {},
): Promise<string> {
  const id = randomUUID();
  const payload = {
    version: 1,
    id,
    acceptedAt: new Date().toISOString(),
    noticeVersion: '2024-06',
    form: { ...form, ...change },
  };
  const content = createHash('sha256').update(JSON.stringify(payload.form)).digest('hex');
  await queues.submissions.add(storeSubmissionJob.name, payload, {
    ...storeSubmissionJob.policy,
    jobId: id,
    deduplication: { id: content, ttl: 600_000 },
  });
  return id;
}
