import type { Company } from '#contract/company.ts';
import type { LegalDraft, SectionDraft } from '#contract/firm-content.ts';

export function termsFor(company: Company): LegalDraft {
  return {
    title: 'Terms and Conditions of Service',
    description:
      'What we undertake for client associations, what we ask of them, and how fees, confidentiality and termination work.',
    introduction: [
      `These terms apply to the services that ${company.name} (the “Firm”) provides to an institution that has appointed it (the “Client”). They are read together with the service schedule signed by both parties, which records the services chosen, the fee and the starting date.`,
      'In these terms a “working day” is any day other than a Saturday, a Sunday or a public holiday in South Africa, and the “founding document” is the Client’s constitution, memorandum of incorporation or trust deed, as the case may be. The Client receives those services in sections A to E and G that its service schedule names. The other sections apply to every Client.',
    ],
    download: 'Download PDF',
    updated: 'June 2024',
    isLettered: true,
    sections: sectionsFor(company),
  };
}

/** The sections, which get the letters A to M in this order. */
function sectionsFor({ address }: Company): SectionDraft[] {
  return [
    {
      id: 'board-support',
      title: 'Board Support',
      paragraphs: [
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
        'The Firm will give each newly elected Board member a file containing the founding document, the latest annual financial statements, current policies and the minutes of the preceding twelve months. Where the Client has chosen to apply the King Code on Corporate Governance, the Firm will draw the Board’s attention to the practices relevant to the business before it.',
        'The Firm assists with procedure and administration. It does not give legal opinions, does not vote and is not counted in a quorum. The duties of directors, trustees and office-bearers remain their own.',
        'The Firm takes its instructions from the chairperson or from another person whom the Board has named in writing, and may rely on an instruction received from that person.',
      ],
    },
    {
      id: 'financial-accounting',
      title: 'Financial Accounting, Treasury, And Budgetary Control',
      paragraphs: [
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
        'A payment is released only on the approval of two authorised persons, of whom at least one is an office-bearer or employee of the Client. A new or changed bank account is confirmed by phone, on a number already on record, before anything is paid into it.',
        'Surplus funds are placed only as a written investment policy or a resolution of the Board directs. The Firm carries out such instructions but does not give advice as defined in the Financial Advisory and Intermediary Services Act 37 of 2002.',
        'The Firm will submit a draft budget to the treasurer at least sixty days before the financial year begins.',
        'Where the Client has authorised the Firm to act on its tax profile, the Firm will prepare and submit returns of income tax, value-added tax and employees’ tax on time from the information in the books. The tax itself remains the Client’s liability.',
        'The Firm will prepare the file for the audit or independent review and assist the auditor or reviewer, who is appointed by the Client and is independent of the Firm. The annual financial statements are approved by the Board.',
        'Accounting records are kept for the periods that the law prescribes, including seven years under the Companies Act 71 of 2008 and five years under the Tax Administration Act 28 of 2011, where those Acts apply.',
      ],
    },
    {
      id: 'membership-records',
      title: 'Membership And Professional Records',
      paragraphs: [
        'The Firm maintains the Client’s register of members in the form that the founding document and the law require. The register belongs to the Client.',
        'The Firm will process applications, renewals, changes of category, resignations and terminations, issue membership certificates and letters of good standing, and answer the routine questions of members in the Client’s name.',
        'Decisions on admission, grading, discipline and removal belong to the Client. The Firm prepares the papers for such decisions and carries them out.',
        'Where the Client is a professional body recognised under the National Qualifications Framework Act 67 of 2008, the Firm will keep the records of designations and continuing professional development that recognition requires, and submit them in the prescribed format by the prescribed dates.',
        'For the purposes of the Protection of Personal Information Act 4 of 2013 (“POPIA”), the Client is the responsible party for its members’ personal information and the Firm is an operator. The Firm processes that information only with the Client’s knowledge or authorisation, treats it as confidential and maintains the security measures described in sections 19 to 21 of POPIA.',
        'If there are reasonable grounds to believe that personal information has been accessed or acquired by an unauthorised person, the Firm will notify the Client immediately and will help it to notify the Information Regulator and the members concerned.',
        'The Client confirms that it has a lawful ground for the personal information that it places in the Firm’s hands and that its members have been told of the arrangement.',
        'The Firm backs up the register every working day and will on request deliver a complete copy to the Client in a commonly used electronic format within ten working days.',
      ],
    },
    {
      id: 'branding-and-communication',
      title: 'Branding, Communication, And Marketing',
      paragraphs: [
        'The Firm prepares newsletters, circulars, website content, social media posts and campaign material in the Client’s name, following the Client’s brand guidelines and the communication plan agreed for the year.',
        'Nothing is published or sent to the membership at large until the person whom the Client has named for the purpose has approved it. The Client is responsible for the accuracy and lawfulness of the content that it supplies or approves.',
        'Copyright in material that the Firm creates specifically for the Client passes to the Client once the related fee has been paid. The Firm keeps its own templates, methods and software, which the Client may use for as long as these terms apply.',
        'The Client confirms that it may lawfully use the names, photographs and texts that it supplies.',
        'Electronic direct marketing is sent only where the recipient has consented or section 69 of POPIA otherwise allows it. Every such message names the Client and offers a free means of opting out, which the Firm records and honours without delay.',
        'Domain names, social media accounts and advertising accounts are registered in the name of the Client. The Firm holds access as an administrator and surrenders it on request.',
      ],
    },
    {
      id: 'conventions-and-training',
      title: 'Conventions, Webinars, And Training Events',
      paragraphs: [
        'Each convention, webinar or training event begins with a written proposal that states its purpose, date, budget and the Firm’s fee, if that fee is not part of the subscription. Work starts when the Client has approved the proposal.',
        {
          text: 'According to the proposal, the Firm will:',
          items: [
            'recommend and book venues, platforms and suppliers;',
            'support the programme committee and correspond with speakers and sponsors;',
            'manage registration, invoicing and enquiries from delegates;',
            'run the event and its technical arrangements on the day; and',
            'within thirty working days of the event, report on attendance, evaluation and the financial result.',
          ],
        },
        'Contracts with venues and suppliers are concluded in the name of the Client, which is bound by them. Any commission or discount that the Firm receives in connection with an event is disclosed and credited to the Client.',
        'Registration fees and sponsorship are paid into the Client’s bank account. Refunds follow the cancellation policy that was shown to delegates when they registered.',
        'Attendance registers and certificates are issued from verified records.',
        'Participants are told beforehand when a session is to be recorded or photographed.',
        'If the Client cancels or postpones an event, it pays the amounts already committed to third parties and the Firm’s fee for the work done to that date. The Client insures the event, in its own name, against liability to the public.',
      ],
    },
    {
      id: 'subscription-fee',
      title: 'Subscription Fee',
      paragraphs: [
        'The Client pays the Firm a fixed monthly subscription fee, stated in the service schedule, for the services that the schedule describes.',
        'The fee is raised each year, on the anniversary of the starting date, by the consumer price index. The rate applied is the 12-month average: the mean of the annual rates of change in the headline consumer price index published by Statistics South Africa for the twelve most recent months available when notice of the increase is given.',
        'The Firm will give at least thirty days’ written notice of the new fee and show how it was calculated. If the average is zero or less, the fee stays as it is.',
        'The fee excludes value-added tax, which is added at the rate in force under the Value-Added Tax Act 89 of 1991.',
        'The Firm invoices the fee on the first working day of the month to which it relates. Payment is due, without deduction or set-off, within thirty days of the date of the invoice.',
        'Overdue amounts bear interest at the rate prescribed under the Prescribed Rate of Interest Act 55 of 1975.',
        'Work outside the service schedule is quoted for in writing and begins only when the Client has accepted the quotation.',
        'If an undisputed amount is more than sixty days overdue, the Firm may suspend services on fourteen days’ written notice. It will still hand to the Client whatever the Client needs to meet a statutory deadline.',
      ],
    },
    {
      id: 'statutory-appointments',
      title: 'Statutory Appointments And Registered Offices',
      paragraphs: [
        'At the Client’s written request the Firm may allow its address to be used as the Client’s registered office, and may make a suitable employee available as company secretary, public officer or another officer for whom the law provides.',
        'Every such appointment is made by resolution of the Board, is accepted in writing, and ends with the services.',
        'A company secretary provided by the Firm performs the duties set out in section 88 of the Companies Act 71 of 2008, maintains the registers that the Act prescribes and files the annual return and notices of change with the Companies and Intellectual Property Commission.',
        'Where the Client is registered under the Nonprofit Organisations Act 71 of 1997, the Firm will prepare, for the Board’s signature, the annual report and the notices of change that the Act requires, and will assist the accounting officer.',
        'As registered office, the Firm will accept service and correspondence, pass on formal documents within two working days, and make available for inspection the records that the law requires to be kept there.',
        'The Client must supply information and signatures in good time. Penalties that result from late or incorrect information are for the account of the Client. Those that result from the Firm’s own delay are for the account of the Firm.',
        'No employee of the Firm serves as a director, a trustee or the auditor of the Client by virtue of these terms.',
        'Before the last day of service the Client must appoint successors and register a new address. After that day the Firm may inform the authorities concerned that its address and employees no longer act for the Client.',
      ],
    },
    {
      id: 'confidentiality',
      title: 'Confidentiality',
      paragraphs: [
        'Each party keeps confidential the affairs, records and personal information that it learns of through the services, and uses them only to perform or receive those services.',
        'This duty does not extend to information that is lawfully public, that the recipient already held or developed independently, or that the law or a court requires to be disclosed.',
        'The Firm gives access only to those employees, professional advisers and service providers who need it, each of whom is bound by a written undertaking of confidentiality.',
        'The Client accepts that the Firm serves other institutions, some of which may be active in the same field. The Firm keeps their records apart and will inform the Client promptly if it sees a conflict of interest, so that the parties can agree on how to proceed.',
        'A request under the Promotion of Access to Information Act 2 of 2000 for a record of the Client is referred to the Client within five working days. The decision on such a request is the Client’s.',
        'When the services end, each party returns or securely destroys the other’s confidential information, except for what the law obliges it to retain.',
        'These duties continue for five years after the services end and, in respect of personal information, for as long as it is held.',
      ],
    },
    {
      id: 'termination',
      title: 'Termination',
      paragraphs: [
        'The services begin on the starting date in the service schedule and continue until either party ends them on 90 days’ written notice. No reason need be given.',
        'The period of 90 days runs from the day after the notice is received. Throughout that period the Firm continues to provide the services and the Client continues to pay the fee.',
        'A party that commits a material breach and does not remedy it within twenty working days of a written demand may be given notice of immediate termination.',
        {
          text: 'Before the last day of service the Firm will hand to the Client, or to the successor that the Client names:',
          items: [
            'the register of members and all professional records, in a commonly used electronic format;',
            'minute books, registers, contracts, statutory filings and correspondence;',
            'accounting records, reconciled to the latest month end, with supporting documents;',
            'administrator access to websites, domain names, mailboxes and other accounts; and',
            'a list of matters in progress, with the date on which each next falls due.',
          ],
        },
        'The Firm does not withhold the Client’s statutory records or register of members as security for payment. Amounts due on the last day of service remain payable.',
        'The Firm may keep copies of what it needs to meet its own legal obligations, and protects those copies as section H requires.',
      ],
    },
    {
      id: 'expenses',
      title: 'Expenses',
      paragraphs: [
        {
          text: 'Unless the service schedule says otherwise, the subscription fee does not include amounts spent on behalf of the Client, such as:',
          items: [
            'printing, postage, courier services and bulk messaging;',
            'bank charges, payment gateway charges and audit fees;',
            'software licences, hosting and domain names used for the Client alone;',
            'venues, catering and equipment for meetings; and',
            'fees payable to authorities, registrars and legal advisers.',
          ],
        },
        'Expenses are recovered at cost, without a mark-up, and are supported by invoices or other vouchers that the Client may inspect.',
        'An expense that exceeds the limit in the service schedule, or for which the approved budget makes no provision, needs the Client’s prior approval in writing.',
        'Travel that the Client has asked for is by the most economical practical means.',
        'Wherever practical the Client pays suppliers directly. The Firm is not obliged to finance the Client’s expenses and may ask for a deposit before it commits a large amount.',
        'Recoverable expenses are listed on the monthly invoice. Queries should reach the Firm within thirty days of that invoice.',
      ],
    },
    {
      id: 'indemnity',
      title: 'Indemnity',
      paragraphs: [
        'This section allocates risk. Clause K.3 asks the Client to bear certain claims and clause K.5 limits what it may recover, so the Client should read both with particular care.',
        'The Firm performs the services with the care and skill that may reasonably be expected of a professional manager of associations. If it falls short, it will do the work again at its own cost within a reasonable time after it is told.',
        'The Client indemnifies the Firm and its employees against claims by third parties that arise from anything done in good faith, within the Firm’s mandate and on the Client’s instructions, or from information supplied by the Client.',
        'The Firm indemnifies the Client against the loss of the Client’s money through theft or fraud by an employee of the Firm. The Firm maintains fidelity and professional indemnity insurance and will confirm the cover in writing on request.',
        'The Firm’s total liability for events in any period of twelve months is limited to the subscription fees that the Client paid for that period, and neither party is liable to the other for indirect or consequential loss.',
        'Clauses K.3 and K.5 do not protect a party from the consequences of its own fraud, wilful misconduct or gross negligence, and do not limit the liability of the Firm under clause K.4.',
        'Neither party is liable for a delay caused by events beyond its reasonable control, such as the failure of public services, civil unrest or natural disaster, provided that it informs the other promptly and resumes performance as soon as it can.',
        'Nothing in these terms removes a right that the law does not allow to be removed, including any right under the Consumer Protection Act 68 of 2008 where that Act applies to the Client.',
      ],
    },
    {
      id: 'non-raiding',
      title: 'Non-raiding',
      paragraphs: [
        'While the services continue, and for twelve months after they end, neither party will employ or engage a person who was employed by the other in connection with the services during the preceding twelve months, unless the other has consented in writing.',
        'This applies equally to an appointment made through a related entity, a recruitment agency or a successor provider acting on a party’s behalf.',
        'Consent will not be unreasonably withheld. It may be given on condition that a reasonable contribution, agreed in writing, is made towards the cost of recruiting and training a replacement.',
        'Nothing in this section affects the transfer of employees under section 197 of the Labour Relations Act 66 of 1995.',
      ],
    },
    {
      id: 'governing-laws',
      title: 'Governing Laws',
      paragraphs: [
        'These terms, and the services provided under them, are governed by the laws of the Republic of South Africa.',
        'A dispute is first referred to the chairperson of the Client and a director of the Firm, who will meet within ten working days of a written request and try to settle it.',
        `A dispute that remains unsettled is decided by the South African courts with jurisdiction in ${address.city}, unless both parties agree in writing to arbitration. Either party may approach a court for urgent relief at any time.`,
        'Each party chooses the physical and email addresses in the service schedule for all notices. A notice by email is in writing for the purposes of the Electronic Communications and Transactions Act 25 of 2002.',
        'These terms and the signed service schedule are the whole agreement between the parties. If they differ, the schedule prevails. A change is binding only if both parties have signed it in writing; an exchange of emails is not enough.',
        'If a provision is found to be unenforceable, the remainder stands.',
        'The version of these terms in force when the service schedule is signed applies to the Client. A later version applies only once both parties have signed it.',
      ],
    },
  ];
}
