import type { SectionDraft } from '../legal-document.ts';

export const finance: SectionDraft = {
  id: 'financial-accounting',
  title: 'Financial Accounting, Treasury, And Budgetary Control',
  clauses: [
    'The Firm keeps a separate set of books for each Client. The Client’s money is held in bank accounts in the Client’s own name and is never mixed with the money of the Firm or of any other institution.',
    {
      text: 'Each month the Firm will:',
      items: [
        'invoice subscriptions and other income, record receipts and follow up on arrears;',
        'capture and prepare for payment the expenses that the Client has approved;',
        'reconcile bank accounts, debtors, creditors and control accounts; and',
        'deliver, within fifteen working days of month end, management accounts that compare actual results with the budget and explain material differences.',
      ],
    },
    'A payment is released only on the approval of two authorised persons, of whom at least one is an office-bearer or employee of the Client. A new or changed bank account is confirmed by telephone, on a number already on record, before anything is paid into it.',
    'Surplus funds are placed only as a written investment policy or a resolution of the Board directs. The Firm carries out such instructions but does not give advice as defined in the Financial Advisory and Intermediary Services Act 37 of 2002.',
    'The Firm will submit a draft budget to the treasurer at least sixty days before the financial year begins.',
    'Where the Client has authorised the Firm to act on its tax profile, the Firm will prepare and submit returns of income tax, value-added tax and employees’ tax on time from the information in the books. The tax itself remains the Client’s liability.',
    'The Firm will prepare the file for the audit or independent review and assist the auditor or reviewer, who is appointed by the Client and is independent of the Firm. The annual financial statements are approved by the Board.',
    'Accounting records are kept for the periods that the law prescribes, including seven years under the Companies Act 71 of 2008 and five years under the Tax Administration Act 28 of 2011, where those Acts apply.',
  ],
};
