import type { SectionDraft } from '../legal-document.ts';

export const governingLaws: SectionDraft = {
  id: 'governing-laws',
  title: 'Governing Laws',
  clauses: [
    'These terms, and the services provided under them, are governed by the laws of the Republic of South Africa.',
    'A dispute is first referred to the chairperson of the Client and a director of the Firm, who will meet within ten working days of a written request and try to settle it.',
    'A dispute that remains unsettled is decided by the South African courts with jurisdiction in Johannesburg, unless both parties agree in writing to arbitration. Either party may approach a court for urgent relief at any time.',
    'Each party chooses the physical and e-mail addresses in the service schedule for all notices. A notice by e-mail is in writing for the purposes of the Electronic Communications and Transactions Act 25 of 2002.',
    'These terms and the signed service schedule are the whole agreement between the parties. If they differ, the schedule prevails. A change is binding only if it is in writing and signed by both parties.',
    'If a provision is found to be unenforceable, the remainder stands.',
    'The version of these terms in force when the service schedule is signed applies to the Client. A later version applies only once the Client has agreed to it in writing.',
  ],
};
