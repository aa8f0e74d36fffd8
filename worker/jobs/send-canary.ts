import { randomUUID } from 'node:crypto';

import { storeSubmissionJob, type JobPayload } from '../../contract/jobs.ts';
import { PRIVACY_NOTICE_VERSION } from '../../contract/privacy-notice.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import type { WorkerConfig } from '../config.ts';
import type { WorkerContext } from '../context.ts';
import { htmlDocument, paragraph, type MailMessage } from '../mail/message.ts';

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
  await queues.submissions.add(storeSubmissionJob.name, payload, { jobId: id });
  logger.info({ submissionId: id }, 'canary sent');
}

/** The mail of such an enquiry: to CANARY_EMAIL, or to nobody if that is not set. */
export function canaryMail(
  { _id, reference }: Pick<ContactSubmission, '_id' | 'reference'>,
  { mail, canary }: Pick<WorkerConfig, 'mail' | 'canary'>,
): MailMessage {
  const subject = `Enquiries are coming through (${reference})`;
  const text =
    'The system sent this enquiry to itself, through the queue, the database and the mail server. ' +
    'If these mails stop, so may those about enquiries.';
  return {
    submissionId: _id,
    kind: 'staff',
    from: mail.from,
    to: canary.mailbox ? [canary.mailbox] : [],
    subject,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: `${text}\n`,
    html: htmlDocument(subject, [paragraph(text)]),
  };
}
