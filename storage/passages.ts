import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';

/** A submission's progress through the pipeline, without form data. */
export type Passage = Pick<
  ContactSubmission,
  '_id' | 'reference' | 'status' | 'createdAt' | 'storedAt' | 'notifications'
>;

const fields = {
  reference: 1,
  status: 1,
  createdAt: 1,
  storedAt: 1,
  notifications: 1,
} as const;

/** The progress of the submission with the given id, or of up to two with the given reference. */
export function findPassages(
  { submissions }: Database,
  name: { id: string } | { reference: string },
): Promise<Passage[]> {
  const filter = 'id' in name ? { _id: name.id } : { reference: name.reference };
  return submissions.find(filter).select(fields).limit(2).lean<Passage[]>().exec();
}

/** The progress of the submissions that visitors have sent since a time. */
export function readPassages({ submissions }: Database, since: Date): Promise<Passage[]> {
  return submissions
    .find({ canary: { $ne: true }, createdAt: { $gte: since } })
    .select(fields)
    .lean<Passage[]>()
    .exec();
}
