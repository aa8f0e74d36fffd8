import {
  contactField,
  fieldsUnder,
  filledIn,
  staffHeadings,
  underHeading,
  type ContactFieldName,
} from '../../contract/contact-fields.ts';
import type { Html } from './html.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import type { WorkerConfig } from '../config.ts';
import {
  button,
  factTable,
  heading,
  letter,
  link,
  mailHref,
  paragraph,
  quotedText,
  referenceBlock,
  smallPrint,
} from './letter.ts';
import type { MailMessage } from './message.ts';

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
    ['Received', received.format(submission.createdAt)] as const,
    ...staffHeadings.map(
      (heading) => [heading, oneLine(underHeading(heading, submission), longestFact)] as const,
    ),
  ].filter(([, value]) => value !== '');
  const texts = filledIn(submission)
    .filter(([field]) => contactField(field).multiline)
    .map(([field, value]) => [contactField(field).label, value] as const);
  const opening = 'Good day. An enquiry has come in through the website.';
  const reply = `Reply to this email and your answer goes to ${name}.`;
  const take = 'Take it, note something on it or finish it in the office';
  const officePage = `${officeUrl}/ops/enquiries/${reference}`;
  const keep = `The enquiry is deleted from our records after ${company.retentionMonths} months. Please keep what it says to those who answer it.`;
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
      [['Reference', reference], ...facts].map(([label, value]) => `${label}: ${value}`).join('\n'),
      ...texts.map(([label, value]) => `${label}:\n\n${value}`),
      ['--', reply, `${take}: ${officePage}`, keep].join('\n'),
      '',
    ].join('\n\n'),
    html: letter(
      {
        title: subject,
        headline: `Enquiry from ${organisation}`,
        parts: [
          paragraph(opening),
          referenceBlock('Reference', reference),
          factTable(facts.map(([label, value]) => [label, [linked(label, value)]])),
          ...texts.flatMap(([label, value]) => [heading(label), quotedText(value)]),
          paragraph(reply),
          button(officePage, 'Open it in the office'),
          smallPrint(`${take}.`),
        ],
        below: [smallPrint(keep)],
      },
      company,
    ),
  };
}

/** What stands under a heading, as a link where it is an address or a telephone number. */
function linked(heading: string, value: string): string | Html {
  const [field] = fieldsUnder(heading);
  const type = field && contactField(field).attributes.type;
  if (type === 'email') return link(mailHref(value), value);
  return type === 'tel' ? link(`tel:${value.replace(/[^\d+]/g, '')}`, value) : value;
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
