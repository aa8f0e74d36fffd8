import { hash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { idempotencyKeyHeader } from '../contract/api.ts';
import { contactField, contactFieldNames, filledIn } from '../contract/contact-fields.ts';
import {
  contactFormSchema,
  firstErrorByField,
  type ContactForm,
  type ContactFormErrors,
} from '../contract/contact-form.ts';
import { answerWords, fieldWords } from '../contract/words.ts';
import { Problem } from '../platform/http/problem.ts';

/** A problem with status 400: the form has invalid fields. */
export class InvalidForm extends Problem {
  readonly errors: ContactFormErrors;

  constructor(errors: ContactFormErrors) {
    super(400, answerWords.problems[400], {
      members: { errors },
      text: fieldSentences(errors).join('\n'),
    });
    this.errors = errors;
  }
}

/** One sentence per invalid field, such as `Email: Please enter a valid email address.` */
export function fieldSentences(errors: ContactFormErrors): string[] {
  return contactFieldNames.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [`${fieldWords[name].label}: ${message}.`];
  });
}

/**
 * Parses and trims the form in a request's body. Unknown properties are dropped.
 *
 * @throws InvalidForm with a message for each invalid field.
 */
export function readForm(body: unknown): ContactForm {
  const sent = typeof body === 'object' && body !== null ? { ...body } : {};
  const result = contactFormSchema.safeParse(withPlainLineBreaks(sent));
  if (result.success) return result.data;
  throw new InvalidForm(firstErrorByField(result.error));
}

// Browsers post a line break as two characters but count it as one.
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

export interface SubmissionIdentity {
  /** The enquiry's UUID: the job's id in Redis and the document's in MongoDB. */
  id: string;
  /** A hash of the content alone: 64 hexadecimal digits. */
  contentHash: string;
}

/**
 * Returns the id and the content hash of a form. With an idempotency key, the id is derived from
 * the key and the content, so that even a late retry has the same id. Without a key, it is random.
 */
export function identifySubmission(form: ContactForm, idempotencyKey?: string): SubmissionIdentity {
  const content = canonicalContent(form);
  const contentHash = hash('sha256', content);
  if (idempotencyKey === undefined) return { id: randomUUID(), contentHash };
  // Keys cannot contain a line break, so different pairs of key and content never collide.
  const digest = hash('sha256', `${idempotencyKey}\n${content}`, 'buffer');
  return { id: uuidFrom(digest), contentHash };
}

function canonicalContent(form: ContactForm): string {
  const canonical = {
    ...form,
    email: form.email.toLowerCase(),
    message: form.message.replace(/\r\n?/g, '\n'),
  };
  // Leaves out empty optional fields. A new version can then add an optional field to the form
  // without changing the ids of enquiries that are retried after the deployment.
  return JSON.stringify(
    filledIn(canonical).map(([name, value]) =>
      contactField(name).optional ? [name, value.trim()] : value.trim(),
    ),
  );
}

/** Makes a version 8 UUID (RFC 9562) from the first 128 bits of a digest, replacing six of them. */
function uuidFrom(digest: Buffer): string {
  const bytes = digest.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
