import { replyTime, type Company } from '../../contract/company.ts';
import { findLinks } from '../../design/find-links.ts';
import { html, type Html } from './html.ts';
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
} from './letter.ts';
import type { MailMessage } from './message.ts';

/**
 * Tells a visitor that the enquiry has arrived. It repeats nothing that was typed into the form,
 * not even the name: whoever fills it in could aim those words at somebody else.
 */
export function acknowledgement(
  { _id, reference, email }: Pick<ContactSubmission, '_id' | 'reference' | 'email'>,
  { mail, company }: Pick<WorkerConfig, 'mail' | 'company'>,
): MailMessage {
  const subject = `We have received your enquiry (${reference})`;
  return {
    submissionId: _id,
    kind: 'acknowledgement',
    from: mail.from,
    to: [{ name: '', address: email }],
    subject,
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    text: plainText(reference, company),
    html: letterTo(subject, reference, company),
  };
}

const greeting = 'Good day,';
const rather = 'If you would rather speak to us';
const regards = 'Kind regards,';

function thanks({ name }: Company): string {
  return `Thank you for writing to ${name}. Your enquiry has reached us safely.`;
}

function next(company: Company): string {
  return `What happens next: a member of our team reads every enquiry personally and will reply to you at this address${replyTime(company)}. There is nothing more that you need to do.`;
}

function hoursOf({ hours }: Company): string[] {
  return hours.map(({ days, time }) => `${days}: ${time}`);
}

function mistake({ informationOfficer }: Company): string {
  return `If you did not write to us, somebody may have given your address by mistake. You need do nothing; or tell ${informationOfficer.email} and we will delete it.`;
}

function plainText(reference: string, company: Company): string {
  const { name, phone, email, addressLines } = company;
  const paragraphs = [
    [greeting],
    [
      `${thanks(company)} Its reference is ${reference}; please mention it if you write or telephone about it.`,
    ],
    [next(company)],
    [`${rather}:`, phone, email, ...hoursOf(company)],
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
      'Please mention it if you write or telephone about it.',
    ),
    paragraph(next(company)),
    heading(rather),
    factTable([
      ['Phone', [link(phoneHref, phone)]],
      ['Client services', [link(mailHref(email, `Enquiry ${reference}`), email)]],
      ['Business hours', hoursOf(company)],
      ['Address', [link(mapAddress(addressLines), ...addressLines)]],
    ]),
    signature(regards, company),
  ];
  const below = [smallPrint(withLinks(mistake(company)))];
  return letter({ title, headline: 'Your enquiry is with us', parts, below }, company);
}

/** A search for the address, which opens the map of a phone where there is one. */
function mapAddress(lines: string[]): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(lines.join(', '))}`;
}

/** A sentence of our own with the addresses in it as links. */
function withLinks(sentence: string): Html {
  const runs = findLinks(sentence).map(({ text, href }) =>
    href === undefined ? html`${text}` : link(href, text),
  );
  return html`${runs}`;
}
