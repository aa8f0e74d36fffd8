import type { IncomingHttpHeaders } from 'node:http';

import { idempotencyKeyHeader } from '../contract/api.ts';
import { contactFieldNames, contactFields } from '../contract/contact-fields.ts';
import {
  contactFormSchema,
  firstErrorByField,
  type ContactForm,
  type ContactFormErrors,
} from '../contract/contact-form.ts';
import { Problem } from '../platform/http/problem.ts';

/** A form that cannot be accepted. */
export class InvalidForm extends Problem {
  /** The first message for each field that is wrong. */
  readonly errors: ContactFormErrors;

  constructor(errors: ContactFormErrors) {
    super(400, 'Please correct the form and send it again.', {
      members: { errors },
      text: fieldSentences(errors).join('\n'),
    });
    this.errors = errors;
  }
}

/** One sentence for each field, such as `Email: Please enter a valid email address.` */
export function fieldSentences(errors: ContactFormErrors): string[] {
  return contactFieldNames.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [`${contactFields[name].label}: ${message}.`];
  });
}

/**
 * The form in a request's body, trimmed; properties that it does not have are dropped.
 *
 * @throws InvalidForm that names each field that cannot be accepted, and why.
 */
export function readForm(body: unknown): ContactForm {
  const sent = typeof body === 'object' && body !== null ? { ...body } : {};
  const result = contactFormSchema.safeParse(withPlainLineBreaks(sent));
  if (result.success) return result.data;
  throw new InvalidForm(firstErrorByField(result.error));
}

// Browsers post a line break as two characters and count it as one.
function withPlainLineBreaks(sent: { message?: unknown }): object {
  if (typeof sent.message !== 'string' || !sent.message.includes('\r')) return sent;
  return { ...sent, message: sent.message.replace(/\r\n?/g, '\n') };
}

const headerName = idempotencyKeyHeader.toLowerCase();

/**
 * The value of the `Idempotency-Key` header, if there is one.
 *
 * @throws Problem 400 unless it is 1 to 200 visible ASCII characters.
 */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers[headerName];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new Problem(400, `${idempotencyKeyHeader} must be 1 to 200 visible ASCII characters.`);
}
