import type { Company } from '../../../contract/company.ts';
import { paragraph } from '../legal-document.ts';
import type { ManualSection } from '../paia.ts';

export function informationOfficer({
  name,
  addressLines,
  phone,
  informationOfficer: officer,
}: Company): ManualSection {
  return {
    id: 'information-officer',
    title: 'Our Information Officer',
    paragraphs: [
      {
        text: 'Questions about this manual, and all requests under either Act, should be addressed to our Information Officer:',
        items: [
          officer.name,
          `${name}, ${addressLines.join(', ')}`,
          `Telephone: ${phone}`,
          `E-mail: ${officer.email}`,
        ],
      },
      paragraph(
        'The Information Regulator has published a guide, under section 10 of PAIA, on how to use the rights in both Acts. It is available in the official languages from the Regulator’s website, inforegulator.org.za, and a copy may be inspected at our office during business hours.',
      ),
      paragraph(
        'This manual is available free of charge on this website and for inspection at our office.',
      ),
    ],
  };
}
