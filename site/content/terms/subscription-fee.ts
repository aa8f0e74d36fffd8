import type { SectionDraft } from '../legal-document.ts';

export const subscriptionFee: SectionDraft = {
  id: 'subscription-fee',
  title: 'Subscription Fee',
  clauses: [
    'The Client pays the Firm a fixed monthly subscription fee, stated in the service schedule, for the services that the schedule describes.',
    'The fee is raised each year, on the anniversary of the starting date, by the consumer price index. The rate applied is the 12-month average: the mean of the annual rates of change in the headline consumer price index published by Statistics South Africa for the twelve most recent months available when notice of the increase is given.',
    'The Firm will give at least thirty days’ written notice of the new fee and show how it was calculated. If the average is zero or less, the fee stays as it is.',
    'The fee excludes value-added tax, which is added at the rate in force under the Value-Added Tax Act 89 of 1991.',
    'The Firm invoices the fee on the first working day of the month to which it relates. Payment is due, without deduction or set-off, within thirty days of the date of the invoice.',
    'Overdue amounts bear interest at the rate prescribed under the Prescribed Rate of Interest Act 55 of 1975.',
    'Work outside the service schedule is quoted for in writing and begins only when the Client has accepted the quotation.',
    'If an undisputed amount is more than sixty days overdue, the Firm may suspend services on fourteen days’ written notice. It will still hand to the Client whatever the Client needs to meet a statutory deadline.',
  ],
};
