import type { Request } from 'express';

import type { ContactForm } from '../../contract/contact-form.ts';
import {
  formSignalsHeader,
  readFormSignals,
  tokenInputName,
  trapInputName,
  type FormSignals,
} from '../../contract/form-signals.ts';
import type { InstallationSecret } from '../../platform/installation-secret.ts';
import { bodyType, formType } from '../contact-body.ts';
import type { FindBlocked } from './block-list.ts';
import {
  checkFormToken,
  issueFormToken,
  type TokenClaims,
  type TokenFinding,
} from './form-token.ts';
import { findTextSigns } from './text-signs.ts';
import { scoreOf, type Sign } from './weigh-wordings.ts';

/** An enquiry with this score or more is quarantined. */
export const quarantineScore = 4;

export interface Screening {
  score: number;
  reasons: string[];
  quarantined: boolean;
}

/**
 * The signs of spam that follow from each result of checking a token. A missing token proves
 * little: the site's form has no token without JavaScript.
 */
const tokenSigns: Record<TokenFinding, Sign[]> = {
  good: [],
  'no-token': [
    {
      reason: 'was sent without a form token (no JavaScript, a program or a poor connection)',
      weight: 1,
    },
  ],
  'forged-token': [{ reason: 'was sent with a forged form token', weight: 1 }],
  'old-token': [{ reason: 'was sent days after the form was opened', weight: 1 }],
  'too-fast': [{ reason: 'was sent within three seconds of opening the form', weight: 1 }],
  'used-token': [{ reason: 'was sent with the form token of another enquiry', weight: 1 }],
};

const trapSign = { reason: 'has text in a hidden field', weight: 10 };

/** Scores an enquiry by its text, by how the form was sent and by what staff have blocked. */
export function screenEnquiry(
  form: ContactForm,
  { trapFilled, token }: { trapFilled: boolean; token: TokenFinding },
  blocked: readonly Sign[] = [],
): Screening {
  const ofSending = [...(trapFilled ? [trapSign] : []), ...tokenSigns[token]];
  const found = [...blocked, ...ofSending, ...findTextSigns(form)];
  const score = scoreOf(found);
  return {
    score,
    reasons: found.map(({ reason }) => reason),
    quarantined: score >= quarantineScore,
  };
}

/** Screens enquiries for spam, without a CAPTCHA. */
export type Screener = ReturnType<typeof createScreener>;

export function createScreener(
  secret: InstallationSecret,
  tokenClaims: TokenClaims,
  findBlocked: FindBlocked,
) {
  const key = () => secret.keyFor('form-token');
  return {
    /** Issues a token for a visitor's form. Resolves to undefined while there is no secret. */
    async issueToken() {
      const signing = await key();
      return signing && issueFormToken(signing, Date.now());
    },
    /** Screens an enquiry. Only a retry with the same id may reuse its form token. */
    async screen(
      id: string,
      form: ContactForm,
      { trapFilled, token = '' }: FormSignals,
    ): Promise<Screening> {
      const signing = await key();
      // A token that cannot be checked does not count against the visitor.
      const finding = signing ? checkFormToken(signing, token, Date.now()) : 'good';
      const isUsed = signing && finding === 'good' && !(await tokenClaims.claim(token, id));
      const signals = { trapFilled, token: isUsed ? 'used-token' : finding } as const;
      return screenEnquiry(form, signals, findBlocked(form));
    },
    /** Lets the visitor use the form token again, after an enquiry was refused. */
    async release(id: string, { token }: FormSignals): Promise<void> {
      if (token) await tokenClaims.release(token, id);
    },
  };
}

/**
 * Reads the form's signals: from its hidden inputs if it was posted without JavaScript, otherwise
 * from the header.
 */
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
