import type { Request } from 'express';

import type { ContactForm } from '../../contract/contact-form.ts';
import {
  formSignalsHeader,
  readFormSignals,
  tokenInputName,
  trapInputName,
  type FormSignals,
} from '../../contract/form-signals.ts';
import type { Screening } from '../../contract/jobs.ts';
import type { InstallationSecret } from '../../platform/installation-secret.ts';
import { bodyType, formType } from '../contact-body.ts';
import { checkFormToken, issueFormToken, type TokenFinding } from './form-token.ts';
import { findTextSigns, type Sign } from './text-signs.ts';

/** At this score an enquiry is kept for staff to decide on, and no mail is sent. */
export const quarantineScore = 4;

/** Without JavaScript there is no token, so that the lack of one says little. */
const tokenSigns: Record<TokenFinding, Sign[]> = {
  good: [],
  'no-token': [{ reason: 'sent without JavaScript or by a program', weight: 1 }],
  'forged-token': [{ reason: 'sent with a token that is not ours', weight: 1 }],
  'old-token': [{ reason: 'sent days after the form was opened', weight: 1 }],
  'too-fast': [{ reason: 'sent within three seconds', weight: 1 }],
};

const trapSign = { reason: 'filled in a field that nobody sees', weight: 10 };

/** Weighs how a form was filled in, and with what. */
export function screenEnquiry(
  form: ContactForm,
  { trapFilled, token }: { trapFilled: boolean; token: TokenFinding },
): Screening {
  const found = [...(trapFilled ? [trapSign] : []), ...tokenSigns[token], ...findTextSigns(form)];
  const score = found.reduce((sum, { weight }) => sum + weight, 0);
  return {
    score,
    reasons: found.map(({ reason }) => reason),
    quarantined: score >= quarantineScore,
  };
}

/** Tells what machines send from what people send, without asking people to prove anything. */
export type Screener = ReturnType<typeof createScreener>;

export function createScreener(secret: InstallationSecret) {
  const key = () => secret.keyFor('form-token');
  return {
    /** A token for a form that somebody has just met; undefined while the secret is not known. */
    async issueToken() {
      const signing = await key();
      return signing && issueFormToken(signing, Date.now());
    },
    async screen(form: ContactForm, { trapFilled, token }: FormSignals): Promise<Screening> {
      const signing = await key();
      // What cannot be checked is not held against anybody.
      const finding = signing ? checkFormToken(signing, token, Date.now()) : 'good';
      return screenEnquiry(form, { trapFilled, token: finding });
    },
  };
}

/** The signals of a form: in its further inputs if a browser posted it, else in the header. */
export function readSignals(request: Pick<Request, 'headers' | 'body'>): FormSignals {
  if (bodyType(request) !== formType) {
    return readFormSignals(String(request.headers[formSignalsHeader.toLowerCase()] ?? ''));
  }
  const body = { ...(request.body as Record<string, unknown>) };
  const trap = body[trapInputName];
  const token = body[tokenInputName];
  return {
    trapFilled: trap !== undefined && trap !== '',
    ...(typeof token === 'string' && token.length <= 100 ? { token } : {}),
  };
}
