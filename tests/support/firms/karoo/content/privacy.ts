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

export { regulator } from '../../../../../firm/content/privacy.ts';
