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
import type { InstallationSecret } from '../installation-secret.ts';
import { bodyType, formType } from '../contact-body.ts';
import { checkFormToken, issueFormToken, type TokenFinding } from './form-token.ts';
import { findTextSigns } from './text-signs.ts';

/** At this score an enquiry is kept for staff to decide on, and no mail is sent. */
export const quarantineScore = 5;

/**
 * How much each sign of a machine counts. One that an honest visitor may well show counts little;
 * only what no honest visitor does reaches the score by itself.
 */
export const weights = {
  'filled-trap': 6,

  'no-token': 1,
  'forged-token': 2,
  'old-token': 1,
  'too-fast': 2,

  'link-in-name': 5,
  'link-in-organisation': 2,
  'several-links': 1,
  'many-links': 4,
  'little-but-links': 3,
  'shortened-link': 3,
  'html-link': 5,
  'bbcode-link': 5,
  'html-markup': 2,

  'spam-offer': 3,
  'several-spam-offers': 4,
  'random-name': 3,
  'same-text-in-fields': 3,
  'all-capitals': 2,
  'hidden-characters': 2,
} as const;

/** A code for staff and for counting; nothing of what was typed. */
export type Reason = keyof typeof weights;

/** Weighs how a form was filled in, and with what. */
export function screenEnquiry(
  form: ContactForm,
  { trapFilled, token }: { trapFilled: boolean; token: TokenFinding },
): Screening {
  const reasons: Reason[] = [
    ...(trapFilled ? (['filled-trap'] as const) : []),
    ...(token === 'good' ? [] : [token]),
    ...findTextSigns(form),
  ];
  const score = reasons.reduce((sum, reason) => sum + weights[reason], 0);
  return { score, reasons, quarantined: score >= quarantineScore };
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
