import { spellingsOf } from '#contract/email-address.ts';
import type { Database } from './connection.ts';
import { submissionSchema, type ContactSubmission } from './submission-model.ts';

/** Spam that staff deleted with the last release. MongoDB deletes each copy after 14 days. */
export const deletedSchema = submissionSchema.clone();
deletedSchema.clearIndexes();
deletedSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The deleted submissions, or only those from one email address. Latest deletion first. */
export function listDeleted({ deleted }: Database, email?: string): Promise<ContactSubmission[]> {
  const filter = email ? { email: new RegExp(`^${spellingsOf(email)}$`, 'i') } : {};
  return deleted.find(filter).sort({ expiresAt: -1 }).lean<ContactSubmission[]>().exec();
}
