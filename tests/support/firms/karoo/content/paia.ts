import type { Company } from '#contract/company.ts';
import type { LegalDraft } from '#contract/firm-content.ts';
import { enquiryPrivacy, regulator } from './privacy.ts';

export function paiaFor(company: Company): LegalDraft {
  const { name, informationOfficer: officer, phone } = company;
  return {
    title: 'Access to Information',
    description: 'What we hold about people, how we protect it and how to ask for it.',
    introduction: [`This is the manual of ${name} under section 51 of PAIA.`],
    download: 'Manual as a PDF',
    updated: 'April 2025',
    sections: [
      {
        id: 'registers',
        title: 'The Registers of Societies',
        paragraphs: [],
        inner: [
          {
            id: 'growers',
            title: 'Growers',
            paragraphs: ['A register belongs to its society. We keep it on instruction.'],
          },
        ],
      },
      {
        id: 'officer',
        title: 'Our Officer',
        paragraphs: [
          {
            text: 'Write to:',
            items: [officer.name, `Email: ${officer.email}`, `Phone: ${phone}`],
          },
          `Complaints go to ${regulator.complaints}.`,
        ],
      },
      {
        id: 'enquiries',
        title: 'What You Send Us Here',
        paragraphs: [
          'The form asks for your first name, last name, email address, organisation and message.',
          enquiryPrivacy.purpose,
          enquiryPrivacy.recipients,
          enquiryPrivacy.retention(company),
        ],
      },
    ],
  };
}
