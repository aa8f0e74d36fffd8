import { paragraph } from '../legal-document.ts';
import type { ManualSection } from '../paia.ts';

export const records: ManualSection = {
  id: 'records',
  title: 'Records We Hold',
  paragraphs: [
    paragraph(
      'Anyone may have the contents of this website, our brochures, our terms of service and this manual without a formal request.',
    ),
    {
      text: 'The following records may be requested in terms of PAIA. Listing a record here does not mean that access must be granted; each request is considered on its merits.',
      items: [
        'Company records: founding documents, statutory registers, minutes and resolutions.',
        'Financial records: accounts, tax returns, banking and insurance records.',
        'Employment records: contracts, payroll, leave, training and benefits.',
        'Client records: service agreements, correspondence, fees and reports.',
        'Enquiries: messages sent to us through this website, by e-mail or by telephone.',
        'Records held for client associations: these remain under the association’s control, and a request for them is passed to the association.',
      ],
    },
    {
      text: 'Some records are kept, and may be open to inspection, under other laws, where they apply to us. These include:',
      items: [
        'Companies Act 71 of 2008',
        'Income Tax Act 58 of 1962, Value-Added Tax Act 89 of 1991 and Tax Administration Act 28 of 2011',
        'Basic Conditions of Employment Act 75 of 1997, Labour Relations Act 66 of 1995 and Employment Equity Act 55 of 1998',
        'Unemployment Insurance Act 63 of 2001 and Compensation for Occupational Injuries and Diseases Act 130 of 1993',
      ],
    },
    paragraph(
      'We process personal information about clients and their office-bearers, people who enquire, suppliers, employees and applicants for employment, in order to provide our services, answer enquiries, manage our business and meet our legal duties. It is shared, where necessary, with banks, auditors, insurers, public authorities and the service providers who operate our systems.',
    ),
    paragraph(
      'If a service provider stores information outside South Africa, we make sure that the transfer meets section 72 of POPIA. All personal information is protected by access control, encryption of devices and connections, backups, and undertakings of confidentiality.',
    ),
  ],
};
