import type { ContactForm } from '../../contract/contact-form.ts';
import type { FormSignals } from '../../contract/form-signals.ts';
import type { Screening } from '../../contract/jobs.ts';
import { checkFormToken, issueFormToken } from './form-token.ts';
import type { InstallationSecret } from '../../platform/installation-secret.ts';
import { screenEnquiry } from './screen-enquiry.ts';

/** Tells what machines send from what people send, without asking people to prove anything. */
export interface Screener {
  /** A token for a form that somebody has just met; undefined while the secret is not known. */
  issueToken(): Promise<string | undefined>;
  screen(form: ContactForm, signals: FormSignals): Promise<Screening>;
}

export function createScreener(secret: Pick<InstallationSecret, 'keyFor'>): Screener {
  const key = () => secret.keyFor('form-token');
  return {
    async issueToken() {
      const signing = await key();
      return signing && issueFormToken(signing, Date.now());
    },
    async screen(form, { trapFilled, token }) {
      const signing = await key();
      // What cannot be checked is not held against anybody.
      const finding = signing ? checkFormToken(signing, token, Date.now()) : 'good';
      return screenEnquiry(form, { trapFilled, token: finding });
    },
  };
}
