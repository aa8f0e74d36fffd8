import { replyTime, type Company } from '../../contract/company.ts';
import { findLinks } from '../../design/find-links.ts';
import { html, type Html } from '../../design/letter/html.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import type { WorkerConfig } from '../config.ts';
import {
  factTable,
  heading,
  letter,
  link,
  mailHref,
  paragraph,
  referenceBlock,
  signature,
  smallPrint,
} from '../../design/letter/letter.ts';
import type { MailMessage } from './message.ts';

/**
 * The acknowledgement to the visitor. It repeats nothing from the form, not even the name, so that
 * the form cannot be used to send text to someone else's address.
 */
export function acknowledgement(
  { _id, reference, email }: Pick<ContactSubmission, '_id' | 'reference' | 'email'>,
  { mail, company }: Pick<WorkerConfig, 'mail' | 'company'>,
): MailMessage {
  const subject = subjectOf(reference);
  return {
    submissionId: _id,
    kind: 'acknowledgement',
    from: mail.from,
    bouncesTo: mail.bouncesTo?.address ?? '',
    to: [{ name: '', address: email }],
    subject,
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    text: plainText(reference, company),
    html: letterTo(subject, reference, company),
  };
}

/** The subject of an acknowledgement. */
export function subjectOf(reference: string): string {
  return `We have received your enquiry (${reference})`;
}

const greeting = 'Good day,';
const otherWays = 'Other ways to reach us';
const regards = 'Kind regards,';

function thanks({ name }: Company): string {
  return `Thank you for contacting ${name}. We have received your enquiry.`;
}

function next(company: Company): string {
  return `What happens next: a member of our team will read your enquiry and reply to you at this address${replyTime(company)}. You don't need to do anything else.`;
}

function hoursOf({ hours }: Company): string[] {
  return hours.map(({ days, time }) => `${days}: ${time}`);
}

function mistake({ informationOfficer }: Company): string {
  return `If you did not contact us, someone may have entered your email address by mistake. You can ignore this message, or write to ${informationOfficer.email} and we will delete the enquiry.`;
}

function plainText(reference: string, company: Company): string {
  const { name, phone, email, addressLines } = company;
  const paragraphs = [
    [greeting],
    [
      `${thanks(company)} Your reference is ${reference}. Please quote it if you write or phone about this enquiry.`,
    ],
    [next(company)],
    [`${otherWays}:`, phone, email, ...hoursOf(company)],
    [regards, name, ...addressLines],
    [mistake(company)],
  ];
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function letterTo(title: string, reference: string, company: Company): string {
  const { phone, phoneHref, email, addressLines } = company;
  const parts = [
    paragraph(greeting),
    paragraph(thanks(company)),
    referenceBlock(
      'Your reference',
      reference,
      'Please quote it if you write or phone about this enquiry.',
    ),
    paragraph(next(company)),
    heading(otherWays),
    factTable([
      ['Phone', [link(phoneHref, phone)]],
      ['Client services', [link(mailHref(email, `Enquiry ${reference}`), email)]],
      ['Business hours', hoursOf(company)],
      ['Address', [link(mapAddress(addressLines), ...addressLines)]],
    ]),
    signature(regards, company),
  ];
  const below = [smallPrint(withLinks(mistake(company)))];
  return letter({ title, headline: 'We have received your enquiry', parts, below }, company);
}

/** A map search for the address, which opens the map app on phones. */
function mapAddress(lines: string[]): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(lines.join(', '))}`;
}

/** Turns the addresses in one of our own sentences into links. */
function withLinks(sentence: string): Html {
  const runs = findLinks(sentence).map(({ text, href }) =>
    href === undefined ? html`${text}` : link(href, text),
  );
  return html`${runs}`;
}
