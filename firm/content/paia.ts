import type { Company } from '#contract/company.ts';
import type { LegalDraft, SectionDraft } from '#contract/firm-content.ts';
import { enquiryPrivacy, regulator } from './privacy.ts';
import { lawfulProcessing, privacyItems } from './privacy-conditions.ts';

export function paiaFor(company: Company): LegalDraft {
  return {
    title: 'PAIA Manual & POPI Act',
    description:
      'How we protect membership records, what happens to an enquiry you send us, and how to request, correct or delete information.',
    introduction: [
      `This is the manual of ${company.name} under section 51 of the Promotion of Access to Information Act 2 of 2000 (PAIA). It also explains how we meet the Protection of Personal Information Act 4 of 2013 (POPIA, often called the POPI Act).`,
      'We hold two kinds of personal information. Most of it belongs to the associations we serve: they are the responsible parties, and we look after it for them as an operator. The rest is our own, such as enquiries, contracts and staff records, and for that we are the responsible party.',
    ],
    download: 'PAIA Manual',
    updated: 'June 2024',
    sections: [
      {
        id: 'privacy-conditions',
        title:
          'Privacy Conditions: Membership Records Held By Our Firm On Behalf Of Client Associations',
        paragraphs: [],
        inner: privacyItems,
      },
      lawfulProcessing,
      ...sectionsOnTheFirm(company),
    ],
  };
}

/** The sections about the firm itself and about enquiries. */
function sectionsOnTheFirm(company: Company): SectionDraft[] {
  const { name, informationOfficer: officer } = company;
  return [
    {
      id: 'information-officer',
      title: 'Our Information Officer',
      paragraphs: [
        {
          text: 'Questions about this manual, and all requests under either Act, should be addressed to our Information Officer:',
          items: [
            officer.name,
            `${name}, ${company.addressLines.join(', ')}`,
            `Phone: ${company.phone}`,
            `Email: ${officer.email}`,
          ],
        },
        'The Information Regulator has published a guide, under section 10 of PAIA, on how to use the rights in both Acts. It is available in the official languages from the Regulator’s website, inforegulator.org.za, and a copy may be inspected at our office during business hours.',
        'This manual is available free of charge on this website and for inspection at our office.',
      ],
    },
    {
      id: 'records',
      title: 'Records We Hold',
      paragraphs: [
        'Anyone may have the contents of this website, our brochures, our terms of service and this manual without a formal request.',
        {
          text: 'The following records may be requested in terms of PAIA. Listing a record here does not mean that access must be granted; each request is considered on its merits.',
          items: [
            'Company records: founding documents, statutory registers, minutes and resolutions.',
            'Financial records: accounts, tax returns, banking and insurance records.',
            'Employment records: contracts, payroll, leave, training and benefits.',
            'Client records: service agreements, correspondence, fees and reports.',
            'Enquiries: messages sent to us through this website, by email or by phone.',
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
        {
          text: 'In order to provide our services, answer enquiries, manage our business and meet our legal duties, we process personal information about these people and organisations:',
          items: [
            'Clients and their office-bearers: names, positions, contact details, identity or registration numbers where a filing needs them, signatures, instructions, fees and payments.',
            'Members of client associations, for those associations: the information that the ten items above describe.',
            'People who enquire: names, email addresses, organisations, messages and our answers.',
            'Suppliers: names, contact persons, registration, tax and bank details, contracts and payments.',
            'Employees: identity and contact details, next of kin, qualifications, contracts, pay, tax and bank details, leave, performance, and what the law requires about health and equity.',
            'Applicants for employment: identity and contact details, qualifications, employment history and references.',
          ],
        },
        'It is shared, where necessary, with banks, auditors, insurers, public authorities and the service providers who operate our systems.',
        'If a service provider stores information outside South Africa, we make sure that the transfer meets section 72 of POPIA. All personal information is protected by access control, encryption of devices and connections, backups, and undertakings of confidentiality.',
      ],
    },
    {
      id: 'requests',
      title: 'How To Make A Request',
      paragraphs: [
        {
          text: `The forms are available from the Information Regulator’s website, inforegulator.org.za, and from our office. Send the completed form to our Information Officer at ${officer.email}:`,
          items: [
            'For access to a record: Form 2 under the PAIA Regulations.',
            'To object to the processing of your personal information: Form 1 under the POPIA Regulations.',
            'To have personal information corrected, destroyed or deleted: Form 2 under the POPIA Regulations.',
          ],
        },
        'Please give enough detail for us to identify you and the record, state the form of access you prefer, and, for access to a record, name the right that you wish to exercise or protect and explain why you need the record for it. If you act for someone else, attach proof of your authority. A person who cannot read or write may make the request orally, and we will complete the form.',
        'You may ask us, free of charge, to confirm whether we hold personal information about you. For other requests the fees prescribed in the PAIA Regulations may apply; we will tell you the amount before any work is done. Nobody pays a request fee for information about themselves.',
        'We will decide on a request for access within 30 days of receiving it and tell you the outcome in writing. If the request is large or needs a search elsewhere, PAIA allows one extension of up to 30 days, of which you will be told. If access is refused, we will give the reasons and the section of the Act on which we rely.',
        {
          text: 'If you are not satisfied, you may complain to the Information Regulator on the prescribed form, in the case of access to a record within 180 days of our decision, and may thereafter apply to a court. The Regulator can be reached at:',
          items: [
            'Complaints under PAIA: PAIAComplaints@inforegulator.org.za',
            `Complaints under POPIA: ${regulator.complaints}`,
            `General enquiries: ${regulator.email}`,
            `Phone: ${regulator.phone}`,
            `Address: ${regulator.address}`,
            `Website: ${regulator.website}`,
          ],
        },
      ],
    },
    {
      id: 'enquiries',
      title: 'Enquiries Sent Through This Website',
      paragraphs: [
        `When you send the contact form, ${name} collects your first name, last name, email address, organisation and message, together with the time of sending and the version of the privacy notice that you saw. We are the responsible party for this information.`,
        `${enquiryPrivacy.purpose} Filling in the form is voluntary. All its fields are needed, because without them we cannot tell who is asking or how to reply; if you prefer, you may phone us instead.`,
        enquiryPrivacy.recipients,
        `${enquiryPrivacy.retention(company)} Your network address is used for a short time to prevent abuse and is not kept with the enquiry. This website sets no cookies and loads nothing from third parties. Until you send the form, what you have typed is kept in your own browser, in the session storage of the tab, and is gone when you close it.`,
        `You may ask at any time to see what you have sent us, to have it corrected or deleted, or object to its use, by writing to ${officer.email} or following the steps under “How To Make A Request”. You may also complain to the Information Regulator.`,
      ],
    },
  ];
}
