import { randomUUID } from 'node:crypto';

import type { AcceptedSubmission } from '../../storage/submissions.ts';
import { createEnquiry } from '../../testing/enquiry.ts';

/** An enquiry as the worker hands it to storage. */
export function accepted(change: Partial<AcceptedSubmission> = {}): AcceptedSubmission {
  const { acceptedAt = new Date() } = change;
  return {
    id: randomUUID(),
    acceptedAt,
    storedAt: acceptedAt,
    noticeVersion: '2024-06',
    retentionMonths: 24,
    form: createEnquiry(),
    ...change,
  };
}
