import { linkedActionParameter, linkedActions } from '#contract/notifications.ts';
import { quoted } from '#contract/reply-quotes.ts';
import { fullTime } from '#contract/time.ts';
import {
  contactField,
  fieldsUnder,
  filledIn,
  staffHeadings,
  underHeading,
  type ContactFieldName,
} from '#contract/contact-fields.ts';
import type { Html } from '#design/letter/letter-look.ts';
import type { ContactSubmission } from '#storage/submission-model.ts';
import {
  button,
  factTable,
  heading,
  link,
  mailHref,
  paragraph,
  quotedText,
  referenceBlock,
  smallPrint,
} from '#design/letter/letter.ts';
import type { WorkerConfig } from '../config.ts';
import { composeLetter, type MailMessage } from './mailer.ts';

/** The maximum length of a fact: enough for the longest email address, or for two names. */
const maxFactLength = 254;

type StaffNotified = Pick<
  ContactSubmission,
  ContactFieldName | '_id' | 'reference' | 'createdAt' | 'marked' | 'screening'
>;

/** The staff notification. Replies go to the visitor. Possible spam says why it is marked. */
export function staffNotification(
  submission: StaffNotified,
  config: Pick<WorkerConfig, 'mail' | 'company' | 'officeUrl'>,
): MailMessage {
  const { _id, reference, firstName, lastName, email } = submission;
  const organisation = oneLine(submission.organisation, 60);
  const name = oneLine(`${firstName} ${lastName}`, 201);
  const facts = [
    ['Received', fullTime(submission.createdAt)] as const,
    ...staffHeadings.map(
      (heading) => [heading, oneLine(underHeading(heading, submission), maxFactLength)] as const,
    ),
  ].filter(([, value]) => value !== '');
  const texts = filledIn(submission)
    .filter(([field]) => contactField(field).multiline)
    .map(([field, value]) => [contactField(field).label, value] as const);
  const opening = 'Good day. A new enquiry has arrived from the website.';
  const replyHint = `Reply to this email to answer ${name}.`;
  const officePage = `${config.officeUrl}/ops/enquiries/${reference}`;
  const links = Object.entries({ ...linkedActions }).map(
    ([name, label]) => [label, `${officePage}?${linkedActionParameter}=${name}`] as const,
  );
  const retention = `The enquiry will be deleted from our records after ${config.company.retentionMonths} months. Please share it only with colleagues who need it.`;
  const mark = submission.marked ? '[possible spam] ' : '';
  const warning = submission.marked ? [possibleSpam(submission)] : [];
  return composeLetter(
    {
      submissionId: _id,
      replyTo: [{ name, address: email }],
      subject: `${mark}Enquiry ${reference} from ${organisation}`,
      headline: `Enquiry from ${organisation}`,
      text: [
        opening,
        ...warning,
        [['Reference', reference], ...facts]
          .map(([label, value]) => `${label}: ${value}`)
          .join('\n'),
        // Quoted, because a visitor could write lines like ours.
        ...texts.map(([label, value]) => `${label}:\n\n${quoted(value)}`),
        // Mail programs leave out what is below this line when they quote (RFC 3676, section 4.3).
        [
          '-- ',
          replyHint,
          ...[['View enquiry', officePage], ...links].map(([label, href]) => `${label}: ${href}`),
          retention,
        ].join('\n'),
        '',
      ].join('\n\n'),
      parts: [
        paragraph(opening),
        ...warning.map((text) => paragraph(text)),
        referenceBlock('Reference', reference),
        factTable(facts.map(([label, value]) => [label, [linked(label, value)]])),
        ...texts.flatMap(([label, value]) => [heading(label), quotedText(value)]),
        paragraph(replyHint),
        button(officePage, 'View enquiry'),
        paragraph(...links.map(([label, href]) => link(href, label))),
      ],
      below: [smallPrint(retention)],
    },
    config,
  );
}

function possibleSpam({ screening }: Pick<ContactSubmission, 'screening'>): string {
  const reasons = screening?.reasons.join('; ') || 'no reason is known';
  return `This is possible spam: ${reasons}. The sender has received no acknowledgement. If it is not spam, choose ‘Not spam’ at the desk.`;
}

function linked(heading: string, value: string): string | Html {
  const [field] = fieldsUnder(heading);
  const type = field && contactField(field).attributes.type;
  if (type === 'email') return link(mailHref(value), value);
  return type === 'tel' ? link(`tel:${value.replace(/[^\d+]/g, '')}`, value) : value;
}

/**
 * Makes text safe for a subject or a label: a single line of limited length, without characters
 * that could hide or reverse the text around it.
 */
export function oneLine(text: string, maxLength: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    // Breaks up encoded words, because mail programs would decode them, even into line breaks.
    .replaceAll('=?', '= ?')
    .trim();
  const characters = Array.from(line);
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line;
}
