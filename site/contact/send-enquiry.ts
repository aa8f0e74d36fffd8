import * as z from 'zod/mini';

import { contactAcceptedSchema, contactPath, idempotencyKeyHeader } from '#contract/api.ts';
import { formSignalsHeader, writeFormSignals, type FormSignals } from '#contract/form-signals.ts';
import type { ContactForm } from '#contract/contact-form.ts';
import { apiRequest } from '../requests/api-request.ts';

const answerSchema = z.partial(contactAcceptedSchema, { reference: true });

export type EnquiryAnswer = z.infer<typeof answerSchema>;

export async function sendEnquiry(
  values: ContactForm,
  key: string | undefined,
  signals: FormSignals,
): Promise<EnquiryAnswer> {
  const headers = {
    [formSignalsHeader]: writeFormSignals(signals),
    ...(key === undefined ? {} : { [idempotencyKeyHeader]: key }),
  };
  const response = await apiRequest('POST', contactPath, values, headers);
  const answer = answerSchema.safeParse(await response.json().catch(() => undefined));
  // The error has no message, because nothing in the response can be shown.
  if (!answer.success) throw new Error('', { cause: answer.error });
  return answer.data;
}
