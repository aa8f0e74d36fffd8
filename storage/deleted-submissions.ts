import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';
import { submissionSchema } from './submission-schema.ts';
import { escapeRegExp } from './search-conditions.ts';
import { searchWordsOf } from './search-words.ts';
import { isDuplicate } from './schemas.ts';
import { addMonths, quarantineEnd } from './submissions.ts';

/** The number of days for which a deleted submission can be restored. */
const deletedDays = 14;
const dayInMilliseconds = 86_400_000;

/** Submissions that staff deleted, in a separate collection that only officers can see. */
export const deletedSchema = submissionSchema.clone();
deletedSchema.clearIndexes();
deletedSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/**
 * Keeps a copy of a submission for 14 days, unless there already is a copy. Has to be called before
 * the submission is deleted.
 */
export async function keepDeleted(
  { deleted }: Database,
  submission: ContactSubmission,
): Promise<void> {
  const expiresAt = new Date(Date.now() + deletedDays * dayInMilliseconds);
  await deleted.create({ ...submission, expiresAt }).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
  });
}

/**
 * Deletes a spam submission and keeps a copy for 14 days. Resolves to true even if a colleague has
 * already deleted it, and to false if it is not spam.
 */
export async function deleteQuarantined(database: Database, id: string): Promise<boolean> {
  const { submissions, deleted } = database;
  const filter = { _id: id, status: 'quarantined' } as const;
  const found = await submissions.findOne(filter).lean<ContactSubmission>().exec();
  if (found) {
    await keepDeleted(database, found);
    await submissions.deleteOne(filter);
  }
  const isDeleted = (await submissions.exists({ _id: id })) === null;
  // If a colleague has marked it as not spam in the meantime, the copy is not needed.
  if (found && !isDeleted) await deleted.deleteOne({ _id: id });
  return isDeleted;
}

/** The deleted submissions, or only those from one email address. Latest deletion first. */
export function listDeleted(
  { deleted }: Database,
  { email, limit = 0 }: { email?: string; limit?: number },
): Promise<ContactSubmission[]> {
  const filter = email ? { email: new RegExp(`^${escapeRegExp(email)}$`, 'i') } : {};
  return deleted
    .find(filter)
    .sort({ expiresAt: -1 })
    .limit(limit)
    .lean<ContactSubmission[]>()
    .exec();
}

/**
 * Keeps only the first submission with each id. If a deletion was interrupted, the submission and
 * its deleted copy both exist.
 */
export function withoutCopies(submissions: readonly ContactSubmission[]): ContactSubmission[] {
  const seen = new Set<string>();
  return submissions.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
}

/** Restores a deleted submission and resolves to it; undefined if there is none. */
export async function restoreDeleted(
  { submissions, deleted }: Database,
  id: string,
  retentionMonths: number,
): Promise<ContactSubmission | undefined> {
  const found = await deleted.findById(id).lean<ContactSubmission>().exec();
  if (!found) return undefined;
  const expiresAt =
    found.status === 'quarantined' ? quarantineEnd() : addMonths(found.storedAt, retentionMonths);
  const words = searchWordsOf(found);
  await submissions.create({ ...found, expiresAt, words }).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
  });
  await deleted.deleteOne({ _id: id });
  return { ...found, expiresAt };
}
