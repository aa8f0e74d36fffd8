import type { Company } from '#contract/company.ts';

export function privacyNotice({
  name,
  retentionMonths,
}: Pick<Company, 'name' | 'retentionMonths'>): string {
  return `${name} uses this to answer you, and deletes it after ${retentionMonths} months.`;
}

export const enquiryPrivacy = {
  purpose: 'We use it to answer you.',
  recipients: 'Only our staff in the office read it.',
  retention: ({ retentionMonths }: Pick<Company, 'retentionMonths'>) =>
    `It is deleted ${retentionMonths} months after you sent it.`,
};

export const regulator = {
  email: 'enquiries@inforegulator.org.za',
  phone: '010 023 5200',
  address: 'Woodmead North Office Park, 54 Maxwell Drive, Woodmead, Johannesburg, 2191',
  complaints: 'POPIAComplaints@inforegulator.org.za',
  website: 'inforegulator.org.za',
};
