import {
  contactFormSchema,
  firstErrorByField,
  type ContactForm,
} from '../../contract/contact-form.ts';
import { invalidForm } from '../problem.ts';

/**
 * The form in a request's body, trimmed; properties that it does not have are dropped.
 *
 * @throws Problem 400 that names each field that cannot be accepted, and why.
 */
export function readForm(body: unknown): ContactForm {
  const sent = typeof body === 'object' && body !== null ? { ...body } : {};
  const result = contactFormSchema.safeParse(withPlainLineBreaks(sent));
  if (result.success) return result.data;
  throw invalidForm(firstErrorByField(result.error));
}

// Browsers post a line break as two characters and count it as one.
function withPlainLineBreaks(sent: { message?: unknown }): object {
  if (typeof sent.message !== 'string' || !sent.message.includes('\r')) return sent;
  return { ...sent, message: sent.message.replace(/\r\n?/g, '\n') };
}
