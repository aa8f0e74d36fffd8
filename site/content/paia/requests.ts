import type { Company } from '../../../contract/company.ts';
import { paragraph } from '../legal-document.ts';
import type { ManualSection } from '../paia.ts';

export function requests({ informationOfficer: officer }: Company): ManualSection {
  return {
    id: 'requests',
    title: 'How To Make A Request',
    paragraphs: [
      {
        text: `The forms are available from the Information Regulator’s website, inforegulator.org.za, and from our office. Send the completed form to our Information Officer at ${officer.email}:`,
        items: [
          'For access to a record: Form 2 under the PAIA Regulations.',
          'To object to the processing of your personal information: Form 1 under the POPIA Regulations.',
          'To have personal information corrected, destroyed or deleted: Form 2 under the POPIA Regulations.',
        ],
      },
      paragraph(
        'Please give enough detail for us to identify you and the record, state the form of access you prefer, and, for access to a record, name the right that you wish to exercise or protect and explain why you need the record for it. If you act for someone else, attach proof of your authority. A person who cannot read or write may make the request orally, and we will complete the form.',
      ),
      paragraph(
        'You may ask us, free of charge, to confirm whether we hold personal information about you. For other requests the fees prescribed in the PAIA Regulations may apply; we will tell you the amount before any work is done. Nobody pays a request fee for information about themselves.',
      ),
      paragraph(
        'We will decide on a request for access within 30 days of receiving it and tell you the outcome in writing. If the request is large or needs a search elsewhere, PAIA allows one extension of up to 30 days, of which you will be told. If access is refused, we will give the reasons and the section of the Act on which we rely.',
      ),
      {
        text: 'If you are not satisfied, you may complain to the Information Regulator on the prescribed form, in the case of access to a record within 180 days of our decision, and may thereafter apply to a court. The Regulator can be reached at:',
        items: [
          'Complaints under PAIA: PAIAComplaints@inforegulator.org.za',
          'Complaints under POPIA: POPIAComplaints@inforegulator.org.za',
          'Website: inforegulator.org.za',
        ],
      },
    ],
  };
}
