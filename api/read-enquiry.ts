import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { idempotencyKeyHeader } from '#contract/api.ts';
import { contactField, contactFieldNames, filledIn } from '#contract/contact-fields.ts';
import {
  contactFormSchema,
  firstErrorByField,
  type ContactForm,
  type ContactFormErrors,
} from '#contract/contact-form.ts';
import { formSignalsHeader, readFormSignals, readInputSignals } from '#contract/form-signals.ts';
import { Problem } from '#server/http.ts';
import { bodyType, formType } from './body.ts';

export class InvalidForm extends Problem {
  readonly errors: ContactFormErrors;

  constructor(errors: ContactFormErrors) {
    const sentences = contactFieldNames.flatMap((name) =>
      errors[name] === undefined ? [] : `${contactField(name).label}: ${errors[name]}.`,
    );
    const text = sentences.join('\n');
    super(400, 'Please correct the form and send it again.', { members: { errors }, text });
    this.errors = errors;
  }
}

export interface SubmissionIdentity {
  /** The enquiry's UUID: the job's id in Redis and the document's in MongoDB. */
  id: string;
  /** A hash of the content alone: 64 hexadecimal digits. */
  contentHash: string;
}

/** Drops unknown values. @throws InvalidForm, or Problem 400 for a malformed `Idempotency-Key`. */
export function readEnquiry(request: IncomingMessage, values: Record<string, unknown>) {
  const { headers } = request;
  const key = readIdempotencyKey(headers[idempotencyKeyHeader.toLowerCase()]);
  const { message } = values;
  // Browsers post a line break as two characters but count it as one.
  const isText = typeof message === 'string';
  const fields = isText ? { ...values, message: message.replace(/\r\n?/g, '\n') } : values;
  const result = contactFormSchema.safeParse(fields);
  if (!result.success) throw new InvalidForm(firstErrorByField(result.error));
  const signals =
    bodyType(request) === formType
      ? readInputSignals(values)
      : readFormSignals(headers[formSignalsHeader.toLowerCase()]);
  return { form: result.data, identity: identifySubmission(result.data, key), signals };
}

function readIdempotencyKey(key: string | string[] | undefined): string | undefined {
  if (key === undefined || (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)))
    return key;
  throw new Problem(400, `${idempotencyKeyHeader} must be 1 to 200 visible ASCII characters.`);
}

/**
 * With an idempotency key, the id is derived from the key and the content, so that even a late
 * retry has the same id, and changed text is a new enquiry. Without a key, it is random.
 */
function identifySubmission(form: ContactForm, idempotencyKey?: string): SubmissionIdentity {
  const content = canonicalContent(form);
  const contentHash = hash('sha256', content);
  if (idempotencyKey === undefined) return { id: randomUUID(), contentHash };
  // Keys cannot contain a line break, so different pairs of key and content never collide.
  const digest = hash('sha256', `${idempotencyKey}\n${content}`, 'buffer');
  return { id: uuidFrom(digest), contentHash };
}

/** Leaves out empty optional fields, so that adding one changes no id of a retried enquiry. */
function canonicalContent(form: ContactForm): string {
  const fields = filledIn({ ...form, email: form.email.toLowerCase() });
  return JSON.stringify(
    fields.map(([name, value]) =>
      contactField(name).optional ? [name, value.trim()] : value.trim(),
    ),
  );
}

/** Makes a version 8 UUID (RFC 9562) from the first 128 bits of a digest, replacing six of them. */
function uuidFrom(digest: Buffer): string {
  const bytes = digest.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
