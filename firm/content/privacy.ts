import type { Company } from '#contract/company.ts';

/** The notice that POPIA section 18 requires before a visitor sends the form. */
export function privacyNotice({
  name,
  retentionMonths,
}: Pick<Company, 'name' | 'retentionMonths'>): string {
  return [
    `${name} collects these details to answer your enquiry; giving them is voluntary, but without them we cannot reply.`,
    `We keep them for ${retentionMonths} months, share them only with the service providers who run this website and our email, and then delete them.`,
    'You may ask at any time to see, correct or delete them, or object to their use.',
  ].join(' ');
}

/** How enquiries are processed, for the PAIA manual and for replies to access requests. */
export const enquiryPrivacy = {
  purpose:
    'We use it to answer you, to prepare a proposal if you ask for one, and to send you an acknowledgement by email.',
  recipients:
    'Only the employees who deal with enquiries see what you send. The service providers who host this website and carry our email process it on our instructions. We do not sell it, pass it on for marketing, or add you to a mailing list.',
  retention: ({ retentionMonths }: Pick<Company, 'retentionMonths'>) =>
    `An enquiry is deleted ${retentionMonths} months after it was sent, unless it has by then become part of a contract with your institution or the law requires it to be kept.`,
};

/** The Information Regulator's details, as published on its website in 2025. */
export const regulator = {
  email: 'enquiries@inforegulator.org.za',
  phone: '010 023 5200',
  address: 'Woodmead North Office Park, 54 Maxwell Drive, Woodmead, Johannesburg, 2191',
  complaints: 'POPIAComplaints@inforegulator.org.za',
  website: 'inforegulator.org.za',
};
