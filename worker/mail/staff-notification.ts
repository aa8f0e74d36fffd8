import { contactFieldLabels, type ContactForm } from '../../contract/contact-form.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import type { WorkerConfig } from '../config.ts';
import { escapeHtml, htmlDocument, paragraph, quotedText } from './html.ts';
import type { Message } from './message.ts';
import { oneLine } from './one-line.ts';

const received = new Intl.DateTimeFormat('en-ZA', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

/** Tells staff of an enquiry, so that they can reply to it as they would to any e-mail. */
export function staffNotification(
  submission: Pick<ContactSubmission, keyof ContactForm | '_id' | 'reference' | 'createdAt'>,
  { mail, company }: Pick<WorkerConfig, 'mail' | 'company'>,
): Message {
  const { _id, reference, firstName, lastName, email, message } = submission;
  const organisation = oneLine(submission.organisation, 60);
  const name = oneLine(`${firstName} ${lastName}`, 201);
  const facts: [string, string][] = [
    ['Reference', reference],
    ['Received', received.format(submission.createdAt)],
    ['Name', name],
    [contactFieldLabels.organisation, oneLine(submission.organisation, 200)],
    [contactFieldLabels.email, email],
  ];
  const opening = 'Good day. An enquiry has come in through the website.';
  const closing = [
    `Reply to this e-mail and your answer goes to ${name}.`,
    `The enquiry is deleted from our records after ${company.retentionMonths} months. Please keep what it says to those who answer it.`,
  ];
  const subject = `Enquiry ${reference} from ${organisation}`;
  return {
    submissionId: _id,
    kind: 'staff',
    from: mail.from,
    to: mail.staff,
    replyTo: { name, address: email },
    subject,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: [
      opening,
      facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
      `${contactFieldLabels.message}:\n\n${message}`,
      ['--', ...closing].join('\n'),
      '',
    ].join('\n\n'),
    html: htmlDocument(subject, [
      paragraph(opening),
      factTable(facts),
      quotedText(message),
      ...closing.map((line) => paragraph(line)),
    ]),
  };
}

function factTable(facts: [string, string][]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" style="text-align:left;vertical-align:top;padding:2px 16px 2px 0">${escapeHtml(label)}</th>` +
      `<td dir="auto">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="margin:0 0 16px;border-collapse:collapse">\n${rows.join('\n')}\n</table>`;
}
