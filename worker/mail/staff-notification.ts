import {
  contactField,
  filledIn,
  staffHeadings,
  underHeading,
  type ContactFieldName,
} from '../../contract/contact-fields.ts';
import { escapeHtml } from '../../platform/html.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import type { WorkerConfig } from '../config.ts';
import { htmlDocument, paragraph, quotedText, type MailMessage } from './message.ts';

const received = new Intl.DateTimeFormat('en-ZA', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

/** Characters, of the longest address and of two names. */
const longestFact = 254;

/** Tells staff of an enquiry, so that they can reply to it as they would to any email. */
export function staffNotification(
  submission: Pick<ContactSubmission, ContactFieldName | '_id' | 'reference' | 'createdAt'>,
  { mail, company, digest: { officeUrl } }: Pick<WorkerConfig, 'mail' | 'company' | 'digest'>,
): MailMessage {
  const { _id, reference, firstName, lastName, email } = submission;
  const organisation = oneLine(submission.organisation, 60);
  const name = oneLine(`${firstName} ${lastName}`, 201);
  const facts = [
    ['Reference', reference],
    ['Received', received.format(submission.createdAt)],
    ...staffHeadings.map((heading): [string, string] => [
      heading,
      oneLine(underHeading(heading, submission), longestFact),
    ]),
  ].filter(([, value]) => value !== '');
  const texts = filledIn(submission).filter(([field]) => contactField(field).multiline);
  const opening = 'Good day. An enquiry has come in through the website.';
  const closing = [
    `Reply to this email and your answer goes to ${name}.`,
    `Take it, note something on it or finish it in the office: ${officeUrl}/ops/enquiries/${reference}`,
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
      ...texts.map(([field, value]) => `${contactField(field).label}:\n\n${value}`),
      ['--', ...closing].join('\n'),
      '',
    ].join('\n\n'),
    html: htmlDocument(subject, [
      paragraph(opening),
      factTable(facts),
      ...texts.map(([, value]) => quotedText(value)),
      ...closing.map((line) => paragraph(line)),
    ]),
  };
}

function factTable(facts: string[][]): string {
  const rows = facts.map(
    ([label = '', value = '']) =>
      `<tr><th scope="row" style="text-align:left;vertical-align:top;padding:2px 16px 2px 0">${escapeHtml(label)}</th>` +
      `<td dir="auto">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="margin:0 0 16px;border-collapse:collapse">\n${rows.join('\n')}\n</table>`;
}

/**
 * Text that is fit for a subject or a label: one line, without characters that could hide or
 * reverse what stands beside it, and at most so many characters long.
 */
export function oneLine(text: string, longest: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    // Mail programs would decode what looks like an encoded word, line breaks and all.
    .replaceAll('=?', '= ?')
    .trim();
  const characters = Array.from(line);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
}
