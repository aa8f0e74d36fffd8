import type { Database } from './connection.ts';
import { escapeRegExp } from './search.ts';
import { submissionSchema } from './submission-model.ts';
import type { ContactSubmission } from './submission-model.ts';

/** Spam that staff deleted with the last release. MongoDB deletes each copy after 14 days. */
export const deletedSchema = submissionSchema.clone();
deletedSchema.clearIndexes();
deletedSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The deleted submissions, or only those from one email address. Latest deletion first. */
export function listDeleted({ deleted }: Database, email?: string): Promise<ContactSubmission[]> {
  const filter = email ? { email: new RegExp(`^${escapeRegExp(email)}$`, 'i') } : {};
  return deleted.find(filter).sort({ expiresAt: -1 }).lean<ContactSubmission[]>().exec();
}

/**
 * Keeps only the first submission with each id. If a deletion was interrupted, the submission and
 * its deleted copy both exist.
 */
export function withoutCopies(submissions: readonly ContactSubmission[]): ContactSubmission[] {
  const seen = new Set<string>();
  return submissions.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
}
