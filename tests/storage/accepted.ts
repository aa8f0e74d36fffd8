import { randomUUID } from 'node:crypto';

import type { AcceptedSubmission } from '../../storage/submissions.ts';
import { createEnquiry } from '../../testing/enquiry.ts';

/** An enquiry as the worker hands it to storage. */
export function accepted(change: Partial<AcceptedSubmission> = {}): AcceptedSubmission {
  return {
    id: randomUUID(),
    acceptedAt: new Date(),
    noticeVersion: '2024-06',
    retentionMonths: 24,
    form: createEnquiry(),
    ...change,
  };
}
