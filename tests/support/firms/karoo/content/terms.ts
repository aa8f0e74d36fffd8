import type { Company } from '#contract/company.ts';
import type { LegalDraft } from '#contract/firm-content.ts';

export function termsFor({ name, address }: Company): LegalDraft {
  return {
    title: 'Terms of the Cooperative',
    description: 'What the cooperative does for its societies, what it costs and how it ends.',
    introduction: [`These terms are between ${name} and each society that it serves.`],
    download: 'Terms as a PDF',
    updated: 'March 2025',
    isLettered: true,
    sections: [
      {
        id: 'services',
        title: 'The Services',
        paragraphs: [
          'The cooperative does what the society’s schedule lists.',
          {
            text: 'For each meeting it will:',
            items: ['send the agenda in time; and', 'keep the minutes.'],
          },
        ],
      },
      {
        id: 'levy',
        title: 'The Levy',
        paragraphs: ['The levy is due each quarter. Clause A.1 says for what.'],
      },
      {
        id: 'law',
        title: 'The Law',
        paragraphs: [`Disputes are decided by the courts with jurisdiction in ${address.city}.`],
      },
    ],
  };
}
