import { replyTime, type Company } from '../../contract/company.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import type { WorkerConfig } from '../config.ts';
import { htmlDocument, paragraph, type MailMessage } from './message.ts';

/**
 * Tells a visitor that the enquiry has arrived. It repeats nothing that was typed into the form,
 * not even the name: whoever fills it in could aim those words at somebody else.
 */
export function acknowledgement(
  { _id, reference, email }: Pick<ContactSubmission, '_id' | 'reference' | 'email'>,
  { mail, company }: Pick<WorkerConfig, 'mail' | 'company'>,
): MailMessage {
  const subject = `We have received your enquiry (${reference})`;
  const paragraphs = letter(reference, company);
  return {
    submissionId: _id,
    kind: 'acknowledgement',
    from: mail.from,
    to: [{ name: '', address: email }],
    subject,
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    text: `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`,
    html: htmlDocument(
      subject,
      paragraphs.map((lines) => paragraph(...lines)),
    ),
  };
}

function letter(reference: string, company: Company): string[][] {
  const hours = company.hours.map(({ days, time }) => `${days}: ${time}`);
  return [
    ['Good day,'],
    [
      `Thank you for writing to ${company.name}. Your enquiry has reached us safely. Its reference is ${reference}; please mention it if you write or telephone about it.`,
    ],
    [
      `What happens next: a member of our team reads every enquiry personally and will reply to you at this address${replyTime(company)}. There is nothing more that you need to do.`,
    ],
    ['If you would rather speak to us:', company.phone, company.email, ...hours],
    ['Kind regards,', company.name, ...company.addressLines],
    [
      `If you did not write to us, somebody may have given your address by mistake. You need do nothing; or tell ${company.informationOfficer.email} and we will delete it.`,
    ],
  ];
}
