import type { SectionDraft } from '../legal-document.ts';

export const confidentiality: SectionDraft = {
  id: 'confidentiality',
  title: 'Confidentiality',
  clauses: [
    'Each party keeps confidential the affairs, records and personal information that it learns of through the services, and uses them only to perform or receive those services.',
    'This duty does not extend to information that is lawfully public, that the recipient already held or developed independently, or that the law or a court requires to be disclosed.',
    'The Firm gives access only to those employees, professional advisers and service providers who need it, each of whom is bound by a written undertaking of confidentiality.',
    'The Client accepts that the Firm serves other institutions, some of which may be active in the same field. The Firm keeps their records apart and will inform the Client promptly if it sees a conflict of interest, so that the parties can agree on how to proceed.',
    'A request under the Promotion of Access to Information Act 2 of 2000 for a record of the Client is referred to the Client within five working days. The decision on such a request is the Client’s.',
    'When the services end, each party returns or securely destroys the other’s confidential information, except for what the law obliges it to retain.',
    'These duties continue for five years after the services end and, in respect of personal information, for as long as it is held.',
  ],
};
