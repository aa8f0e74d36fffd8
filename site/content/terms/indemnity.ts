import type { SectionDraft } from '../legal-document.ts';

export const indemnity: SectionDraft = {
  id: 'indemnity',
  title: 'Indemnity',
  clauses: [
    'This section allocates risk. Clause K.3 asks the Client to bear certain claims and clause K.5 limits what it may recover, so the Client should read both with particular care.',
    'The Firm performs the services with the care and skill that may reasonably be expected of a professional manager of associations. If it falls short, it will do the work again at its own cost within a reasonable time after it is told.',
    'The Client indemnifies the Firm and its employees against claims by third parties that arise from anything done in good faith, within the Firm’s mandate and on the Client’s instructions, or from information supplied by the Client.',
    'The Firm indemnifies the Client against the loss of the Client’s money through theft or fraud by an employee of the Firm. The Firm maintains fidelity and professional indemnity insurance and will confirm the cover in writing on request.',
    'The Firm’s total liability for events in any period of twelve months is limited to the subscription fees that the Client paid for that period, and neither party is liable to the other for indirect or consequential loss.',
    'Clauses K.3 and K.5 do not protect a party from the consequences of its own fraud, wilful misconduct or gross negligence, and do not limit the liability of the Firm under clause K.4.',
    'Neither party is liable for a delay caused by events beyond its reasonable control, such as the failure of public services, civil unrest or natural disaster, provided that it informs the other promptly and resumes performance as soon as it can.',
    'Nothing in these terms removes a right that the law does not allow to be removed, including any right under the Consumer Protection Act 68 of 2008 where that Act applies to the Client.',
  ],
};
