import type { SectionDraft } from '../legal-document.ts';

export const membership: SectionDraft = {
  id: 'membership-records',
  title: 'Membership And Professional Records',
  clauses: [
    'The Firm maintains the Client’s register of members in the form that the founding document and the law require. The register belongs to the Client.',
    'The Firm will process applications, renewals, changes of category, resignations and terminations, issue membership certificates and letters of good standing, and answer the routine questions of members in the Client’s name.',
    'Decisions on admission, grading, discipline and removal belong to the Client. The Firm prepares the papers for such decisions and carries them out.',
    'Where the Client is a professional body recognised under the National Qualifications Framework Act 67 of 2008, the Firm will keep the records of designations and continuing professional development that recognition requires, and submit them in the prescribed format by the prescribed dates.',
    'For the purposes of the Protection of Personal Information Act 4 of 2013 (“POPIA”), the Client is the responsible party for its members’ personal information and the Firm is an operator. The Firm processes that information only with the Client’s knowledge or authorisation, treats it as confidential and maintains the security measures described in sections 19 to 21 of POPIA.',
    'If there are reasonable grounds to believe that personal information has been accessed or acquired by an unauthorised person, the Firm will notify the Client immediately and will help it to notify the Information Regulator and the members concerned.',
    'The Client confirms that it has a lawful ground for the personal information that it places in the Firm’s hands and that its members have been told of the arrangement.',
    'The Firm backs up the register every working day and will on request deliver a complete copy to the Client in a commonly used electronic format within ten working days.',
  ],
};
