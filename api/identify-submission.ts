import { createHash, randomUUID } from 'node:crypto';

import { contactField, filledIn } from '../contract/contact-fields.ts';
import type { ContactForm } from '../contract/contact-form.ts';

export interface SubmissionIdentity {
  /** The submission's UUID: the job's id in Redis and the document's in MongoDB. */
  id: string;
  /** The same for the same content, whoever sends it: 64 hexadecimal digits. */
  contentHash: string;
}

/**
 * Gives a form its identity. With an idempotency key the id follows from key and content, so that
 * a retry at any later time is the same submission; without one it is random.
 */
export function identifySubmission(form: ContactForm, idempotencyKey?: string): SubmissionIdentity {
  const content = canonicalContent(form);
  const contentHash = createHash('sha256').update(content).digest('hex');
  if (idempotencyKey === undefined) return { id: randomUUID(), contentHash };
  // A line break cannot be part of a key, so no two pairs of key and content read alike.
  const digest = createHash('sha256').update(`${idempotencyKey}\n${content}`).digest();
  return { id: uuidFrom(digest), contentHash };
}

function canonicalContent(form: ContactForm): string {
  const canonical = {
    ...form,
    email: form.email.toLowerCase(),
    message: form.message.replace(/\r\n?/g, '\n'),
  };
  // An optional field that is empty leaves no mark: an enquiry keeps the identity that it had before
  // there was such a field, also when it is sent again across a deployment.
  return JSON.stringify(
    filledIn(canonical).map(([name, value]) =>
      contactField(name).optional ? [name, value.trim()] : value.trim(),
    ),
  );
}

/** A UUID of version 8 (RFC 9562): 122 bits of our own making. */
function uuidFrom(digest: Buffer): string {
  const bytes = digest.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
