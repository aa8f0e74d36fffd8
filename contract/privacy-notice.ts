import type { Company } from './company.ts';

/** Stored with every submission; change it whenever the wording below changes. */
export const PRIVACY_NOTICE_VERSION = '2024-06';

export const PRIVACY_NOTICE_PATH = '/paia#enquiries';

/** What POPIA section 18 asks us to say before a visitor sends the form. */
export function privacyNotice({
  name,
  retentionMonths,
}: Pick<Company, 'name' | 'retentionMonths'>): string {
  return [
    `${name} collects these details to answer your enquiry; giving them is voluntary, but without them we cannot reply.`,
    `We keep them for ${retentionMonths} months, share them only with the service providers who run this website and our e-mail, and then delete them.`,
    'You may ask at any time to see, correct or delete them, or object to their use.',
  ].join(' ');
}
