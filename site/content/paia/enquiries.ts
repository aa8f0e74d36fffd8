import type { Company } from '../../../contract/company.ts';
import { paragraph } from '../legal-document.ts';
import type { ManualSection } from '../paia.ts';

export function enquiries({
  name,
  retentionMonths,
  informationOfficer: officer,
}: Company): ManualSection {
  return {
    id: 'enquiries',
    title: 'Enquiries Sent Through This Website',
    paragraphs: [
      paragraph(
        `When you send the contact form, ${name} collects your first name, last name, e-mail address, organisation and message, together with the time of sending and the version of the privacy notice that you saw. We are the responsible party for this information.`,
      ),
      paragraph(
        'We use it to answer you, to prepare a proposal if you ask for one, and to send you an acknowledgement by e-mail. Filling in the form is voluntary. All its fields are needed, because without them we cannot tell who is asking or how to reply; if you prefer, you may telephone instead.',
      ),
      paragraph(
        'Only the employees who deal with enquiries see what you send. The service providers who host this website and carry our e-mail process it on our instructions. We do not sell it, pass it on for marketing, or add you to a mailing list.',
      ),
      paragraph(
        `An enquiry is deleted ${retentionMonths} months after it was sent, unless it has by then become part of a contract with your institution or the law requires it to be kept. Your network address is used for a short time to prevent abuse and is not kept with the enquiry. This website sets no cookies and loads nothing from third parties.`,
      ),
      paragraph(
        `You may ask at any time to see what you have sent us, to have it corrected or deleted, or object to its use, by writing to ${officer.email} or following the steps under “How To Make A Request”. You may also complain to the Information Regulator.`,
      ),
    ],
  };
}
