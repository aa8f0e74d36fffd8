import { randomUUID } from 'node:crypto';

import type { AcceptedSubmission } from '../../storage/store-submission.ts';

/** An enquiry as the worker hands it to storage. */
export function accepted(change: Partial<AcceptedSubmission> = {}): AcceptedSubmission {
  return {
    id: randomUUID(),
    acceptedAt: new Date(),
    noticeVersion: '2024-06',
    retentionMonths: 24,
    form: {
      firstName: 'Thandiwe',
      lastName: 'Nkosi',
      email: 'thandiwe@example.org',
      organisation: 'Guild of Surveyors',
      message: 'We need a secretariat.',
    },
    ...change,
  };
}
