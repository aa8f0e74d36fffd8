import { randomUUID } from 'node:crypto';

import { storeSubmissionJob, type JobPayload } from '../../contract/jobs.ts';
import { PRIVACY_NOTICE_VERSION } from '../../contract/privacy-notice.ts';
import type { WorkerContext } from '../context.ts';

/** Adds an enquiry of the system's own to those of visitors. From there on it is one of them. */
export async function sendCanary({ logger, queues }: WorkerContext): Promise<void> {
  const id = randomUUID();
  const payload: JobPayload<typeof storeSubmissionJob> = {
    version: 1,
    id,
    acceptedAt: new Date().toISOString(),
    noticeVersion: PRIVACY_NOTICE_VERSION,
    form: {
      firstName: 'Canary',
      lastName: 'Canary',
      email: 'canary@example.com',
      organisation: 'Canary',
      message: 'The system sent this to itself.',
    },
    canary: true,
  };
  const { name, policy } = storeSubmissionJob;
  await queues.submissions.add(name, payload, { ...policy, jobId: id });
  logger.info({ submissionId: id }, 'canary sent');
}
