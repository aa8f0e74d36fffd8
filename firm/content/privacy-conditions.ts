import type { SectionDraft } from '#contract/firm-content.ts';

/** Items 1 to 5 are about the member's record, 6 to 10 about the work of an association. */
export const privacyItems: SectionDraft[] = [
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
      'Private addresses, phone numbers and email addresses are not published unless the member has chosen to include them, and that choice can be changed at any time.',
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
      'Some associations provide forums, mailing lists or chat groups. What a member posts there can be seen by the other participants and may be kept as part of the association’s archive, so members should not post private information about themselves or others.',
      'The association decides the rules and appoints the moderators. At its direction we remove content that is unlawful or in breach of those rules. A member may leave a group at any time and may ask for a contribution to be removed.',
    ],
  },
];

/** The conditions of POPIA, in the order of the Act. */
export const lawfulProcessing: SectionDraft = {
  id: 'lawful-processing',
  title: 'The Eight Conditions For Lawful Processing',
  paragraphs: [
    'POPIA sets eight conditions that anyone who processes personal information must meet. This is what each means for the records in our care.',
  ],
  conditions: [
    {
      name: 'Accountability',
      text: 'Anyone who decides why and how information is processed is responsible for meeting all eight conditions.',
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
