import type { SectionDraft } from '../legal-document.ts';

export const boardSupport: SectionDraft = {
  id: 'board-support',
  title: 'Board Support',
  clauses: [
    'The Firm supports the Client’s board, council or governing committee (the “Board”) in preparing for its meetings, conducting them and keeping the record of what was decided.',
    {
      text: 'For each meeting in the calendar agreed with the Client, the Firm will:',
      items: [
        'send the notice and agenda within the period that the founding document requires;',
        'issue the meeting pack at least five working days beforehand, provided that contributors have delivered their papers in time;',
        'attend, confirm that a quorum is present, and record attendance, apologies and declarations of interest;',
        'deliver draft minutes to the chairperson within ten working days; and',
        'keep the signed minutes, the register of resolutions and a list of actions that shows who is responsible and by when.',
      ],
    },
    'The Firm will arrange the annual general meeting, including notices, nominations, proxies, ballots and the declaration of results, as the founding document and, for a company, the Companies Act 71 of 2008 require.',
    'The Firm will give each newly elected Board member a file containing the founding document, the latest annual financial statements, current policies and the minutes of the preceding twelve months. Where the Client has chosen to apply the King IV Report on Corporate Governance, the Firm will draw the Board’s attention to the practices relevant to the business before it.',
    'The Firm assists with procedure and administration. It does not give legal opinions, does not vote and is not counted in a quorum. The duties of directors, trustees and office-bearers remain their own.',
    'The Firm takes its instructions from the chairperson or from another person whom the Board has named in writing, and may rely on an instruction received from that person.',
  ],
};
