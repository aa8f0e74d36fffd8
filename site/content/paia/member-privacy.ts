import type { PrivacyItemDraft } from '../paia.ts';

/** Items 1 to 5: the record of a member and who may see it. */
export const memberPrivacy: PrivacyItemDraft[] = [
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
      'Private addresses, telephone numbers and e-mail addresses are not published unless the member has chosen to include them, and that choice can be changed at any time.',
    ],
  },
];
