import { PRIVACY_NOTICE_PATH, privacyNotice } from '../../contract/privacy-notice.ts';
import { company } from './company.ts';

export interface Notice {
  text: string;
  link: { label: string; href: string };
}

export const notice: Notice = {
  text: privacyNotice(company),
  link: { label: 'How we handle enquiries', href: PRIVACY_NOTICE_PATH },
};
