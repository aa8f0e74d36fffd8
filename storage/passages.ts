import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';

/** How far a submission has come: nothing that anybody typed. */
export type Passage = Pick<
  ContactSubmission,
  '_id' | 'reference' | 'status' | 'canary' | 'createdAt' | 'storedAt' | 'notifications'
>;

const fields = {
  reference: 1,
  status: 1,
  canary: 1,
  createdAt: 1,
  storedAt: 1,
  notifications: 1,
} as const;

/** The passages of an id, or of a reference: two at the most, where two ids begin alike. */
export function findPassages(
  { submissions }: Database,
  name: { id: string } | { reference: string },
): Promise<Passage[]> {
  const filter = 'id' in name ? { _id: name.id } : { reference: name.reference };
  return submissions.find(filter).select(fields).limit(2).lean<Passage[]>().exec();
}

/** The passages of what visitors sent since a time. */
export function readPassages({ submissions }: Database, since: Date): Promise<Passage[]> {
  return submissions
    .find({ canary: { $ne: true }, createdAt: { $gte: since } })
    .select(fields)
    .lean<Passage[]>()
    .exec();
}
