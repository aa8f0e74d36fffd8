import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';

/** Resolves to null when there is no such submission, because it was erased or has expired. */
export function findSubmission(
  { submissions }: Database,
  id: string,
): Promise<ContactSubmission | null> {
  return submissions.findById(id).lean<ContactSubmission>().exec();
}

/** The submissions with a reference: one, unless the first 40 bits of two ids are the same. */
export function findSubmissionsByReference(
  { submissions }: Database,
  reference: string,
): Promise<ContactSubmission[]> {
  return submissions.find({ reference }).limit(2).lean<ContactSubmission[]>().exec();
}
