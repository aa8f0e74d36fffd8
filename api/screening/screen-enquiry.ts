import type { ContactForm } from '../../contract/contact-form.ts';
import type { Screening } from '../../contract/jobs.ts';
import type { TokenFinding } from './form-token.ts';
import { findTextSigns } from './text-signs.ts';
import { quarantineScore, weights, type Reason } from './weights.ts';

/** What is known of how a form was filled in. */
export interface Behaviour {
  trapFilled: boolean;
  token: TokenFinding;
}

/** Weighs how a form was filled in, and with what. */
export function screenEnquiry(form: ContactForm, { trapFilled, token }: Behaviour): Screening {
  const reasons: Reason[] = [
    ...(trapFilled ? (['filled-trap'] as const) : []),
    ...(token === 'good' ? [] : [token]),
    ...findTextSigns(form),
  ];
  const score = reasons.reduce((sum, reason) => sum + weights[reason], 0);
  return { score, reasons, quarantined: score >= quarantineScore };
}
