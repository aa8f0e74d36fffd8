import type { PrivacyItemDraft } from '../paia.ts';

/** Items 6 to 10: what arises in the life of an association. */
export const associationPrivacy: PrivacyItemDraft[] = [
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
