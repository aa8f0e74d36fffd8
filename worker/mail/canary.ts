import type { ContactSubmission } from '../../storage/submission-model.ts';
import type { WorkerConfig } from '../config.ts';
import { htmlDocument, paragraph } from './html.ts';
import type { Mailer } from './mailer.ts';

/** Sends the mail of an enquiry of the system's own to CANARY_EMAIL; to nobody if that is not set. */
export async function sendCanaryMail(
  { _id, reference }: Pick<ContactSubmission, '_id' | 'reference'>,
  { mail, canary }: Pick<WorkerConfig, 'mail' | 'canary'>,
  mailer: Mailer,
): Promise<void> {
  if (!canary.mailbox) return;
  const subject = `Enquiries are coming through (${reference})`;
  const text =
    'The system sent this enquiry to itself, through the queue, the database and the mail server. ' +
    'If these mails stop, so may those about enquiries.';
  await mailer.send({
    submissionId: _id,
    kind: 'staff',
    from: mail.from,
    to: [canary.mailbox],
    subject,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: `${text}\n`,
    html: htmlDocument(subject, [paragraph(text)]),
  });
}
