import type { Company } from '../../contract/company.ts';
import { enquiryPrivacy, regulator } from '../../contract/privacy-notice.ts';
import {
  fromDraft,
  LAST_UPDATED,
  type LegalDocument,
  type SectionDraft,
} from './legal-document.ts';

/** Takes the company rather than reading it, so that the PDF can be made outside the site's build. */
export function paiaFor(company: Company): LegalDocument {
  return {
    title: 'PAIA Manual & POPI Act',
    introduction: [
      `This is the manual of ${company.name} under section 51 of the Promotion of Access to Information Act 2 of 2000 (PAIA). It also explains how we meet the Protection of Personal Information Act 4 of 2013 (POPIA, often called the POPI Act).`,
      'We hold two kinds of personal information. Most of it belongs to the associations we serve: they are the responsible parties, and we look after it for them as an operator. The rest is our own, such as enquiries, contracts and staff records, and for that we are the responsible party.',
    ],
    download: { label: 'PAIA Manual', href: company.documents.paia },
    sections: [
      {
        id: 'privacy-conditions',
        title:
          'Privacy Conditions: Membership Records Held By Our Firm On Behalf Of Client Associations',
        paragraphs: [],
        inner: privacyItems.map((item, at) => ({ ...fromDraft(item), marker: String(at + 1) })),
      },
      ...[lawfulProcessing, ...sectionsOnTheFirm(company)].map(fromDraft),
    ],
    lastUpdated: LAST_UPDATED,
  };
}

/** Items 1 to 5 are the record of a member, 6 to 10 what arises in the life of an association. */
const privacyItems: SectionDraft[] = [
  {
    id: 'data-protection-standards',
    title: 'Data Protection Standards',
    paragraphs: [
      'We process the personal information of members only with the knowledge or authorisation of the association to which they belong, and only for the purposes that the association has set. Our contract with each association requires us to keep the information confidential and to maintain the security measures in sections 19 to 21 of POPIA.',
      'Access is given by role and withdrawn on the day a person’s duties change. Records are backed up every working day, devices are encrypted, and our measures are reviewed at least once a year.',
      'If there are reasonable grounds to believe that an unauthorised person has obtained a member’s information, we inform the association immediately. The association then notifies the Information Regulator and the members concerned, with our help.',
    ],
  },
  {
    id: 'membership-record-requirements',
    title: 'Membership Record Requirements',
    paragraphs: [
      'An association needs certain facts to admit a member and keep its register: name, contact details, date of birth or identity number where the rules call for it, qualifications, employment, category of membership and history of payments. We ask for what the association’s rules require and no more.',
      'Members are asked to confirm their particulars each year, usually at renewal, and may correct them at any other time. When a membership ends, the record is kept for the period that the association’s rules or the law prescribe and is then deleted or stripped of anything that identifies the person.',
    ],
  },
  {
    id: 'communication-and-financial-notices',
    title: 'Communication and Financial Notices',
    paragraphs: [
      'By joining, a member agrees to receive the notices that membership entails: meetings and elections, amendments to the rules, invoices, statements and reminders. A member may choose how to receive them but, while still a member, cannot decline them altogether.',
      'Newsletters, invitations and offers are different. They are sent only where the member has agreed or section 69 of POPIA otherwise allows it, and each carries a free and simple way to opt out.',
      'Card numbers are entered on the pages of the payment provider and are never held by us. Bank details given for a refund are used for that refund alone.',
    ],
  },
  {
    id: 'professional-body-registration',
    title: 'Professional Body Registration',
    paragraphs: [
      'Some associations register practitioners, award designations or are recognised by the South African Qualifications Authority. The law obliges them to verify qualifications, record continuing professional development and report designations to the authority concerned.',
      'We carry out these tasks for the association. The information passed on is limited to what the statute or the authority requires, and members are told of it when they apply.',
    ],
  },
  {
    id: 'public-domain-information',
    title: 'Public Domain Information',
    paragraphs: [
      'Certain facts are public because the law or the association’s rules make them so: the names of office-bearers, the names of persons entitled to use a designation, and whether a practitioner is in good standing. An association may publish these in a directory or confirm them to anyone who asks.',
      'Private addresses, telephone numbers and email addresses are not published unless the member has chosen to include them, and that choice can be changed at any time.',
    ],
  },
  {
    id: 'confidential-information-protection',
    title: 'Confidential Information Protection',
    paragraphs: [
      'Complaints, disciplinary matters, examination results, applications for relief from fees, and anything concerning health or other special personal information are kept apart from the general register. Only the people who must deal with them have access, and each of them has signed an undertaking of confidentiality.',
      'We disclose such information only on the written instruction of the association, with the consent of the person concerned, or where a law or an order of court obliges us to. Where the law allows, we tell the association first.',
    ],
  },
  {
    id: 'commercial-member-information',
    title: 'Commercial Member Information',
    paragraphs: [
      'Companies and other organisations that are members also have rights under POPIA, which protects juristic persons as well as individuals. Turnover, headcount, tariffs and similar figures, where they are needed to set a subscription or compile industry statistics, are treated as confidential.',
      'Statistics are released only in totals from which no single member’s figures can be worked out. One member’s commercial information is never shown to another.',
    ],
  },
  {
    id: 'event-materials-publication',
    title: 'Event Materials Publication',
    paragraphs: [
      'Programmes, presentations, photographs and recordings of an association’s events may be published on its website or sent to its members. Speakers are asked for written permission, and delegates are told at registration, and again at the venue, that photographs or recordings will be made.',
      'A person who would rather not appear may say so at registration or afterwards. We will then leave out, crop or remove the image wherever this is reasonably possible.',
    ],
  },
  {
    id: 'meeting-attendance-records',
    title: 'Meeting Attendance Records',
    paragraphs: [
      'Attendance at general meetings, boards, committees and training sessions is recorded because quorums, votes and professional development points depend on it. The register shows the name, the capacity in which the person attended and, where relevant, the time spent.',
      'Attendance and apologies form part of the minutes, which are kept permanently or for as long as the law or the association’s rules require. Recordings that are made to help with the minutes are deleted once the minutes have been confirmed.',
    ],
  },
  {
    id: 'digital-discussion-systems',
    title: 'Digital Discussion Systems',
    paragraphs: [
      'Some associations provide forums, mailing lists or chat groups. What a member posts there can be seen by the other participants and may be kept as part of the association’s archive, so private information about oneself or others should not be posted.',
      'The association decides the rules and appoints the moderators. At its direction we remove content that is unlawful or in breach of those rules. A member may leave a group at any time and may ask for a contribution to be removed.',
    ],
  },
];

const lawfulProcessing: SectionDraft = {
  id: 'lawful-processing',
  title: 'The Eight Conditions For Lawful Processing',
  paragraphs: [
    'POPIA sets eight conditions that anyone who processes personal information must meet. This is what each means for the records in our care.',
  ],
  conditions: [
    {
      name: 'Accountability',
      text: 'Whoever decides why and how information is processed answers for meeting all eight conditions.',
    },
    {
      name: 'Processing limitation',
      text: 'Information is processed lawfully, on a ground that the Act recognises, and no more is collected than the task requires.',
    },
    {
      name: 'Purpose specification',
      text: 'Information is collected for a specific purpose that the person knows of, and is not kept longer than that purpose requires.',
    },
    {
      name: 'Further processing limitation',
      text: 'Information collected for one purpose is used for another only if the two are compatible.',
    },
    {
      name: 'Information quality',
      text: 'Reasonable steps are taken to keep information complete, accurate and up to date.',
    },
    {
      name: 'Openness',
      text: 'People are told what is collected about them, by whom and why, and the processing is documented.',
    },
    {
      name: 'Security safeguards',
      text: 'Information is protected against loss, damage and unlawful access, and people are notified if that protection fails.',
    },
    {
      name: 'Data subject participation',
      text: 'People may ask what is held about them and have it corrected or deleted.',
    },
  ],
};

/** The manual of the firm itself, and what becomes of an enquiry. */
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
            `Telephone: ${company.phone}`,
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
            'Enquiries: messages sent to us through this website, by email or by telephone.',
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
        'We process personal information about clients and their office-bearers, people who enquire, suppliers, employees and applicants for employment, in order to provide our services, answer enquiries, manage our business and meet our legal duties. It is shared, where necessary, with banks, auditors, insurers, public authorities and the service providers who operate our systems.',
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
        `${enquiryPrivacy.purpose} Filling in the form is voluntary. All its fields are needed, because without them we cannot tell who is asking or how to reply; if you prefer, you may telephone instead.`,
        enquiryPrivacy.recipients,
        `${enquiryPrivacy.retention(company)} Your network address is used for a short time to prevent abuse and is not kept with the enquiry. This website sets no cookies and loads nothing from third parties.`,
        `You may ask at any time to see what you have sent us, to have it corrected or deleted, or object to its use, by writing to ${officer.email} or following the steps under “How To Make A Request”. You may also complain to the Information Regulator.`,
      ],
    },
  ];
}
