import { inBatches } from '../platform/batch.ts';
import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';

/** Audited actions after which staff have seen the submissions. */
const viewingActions = [
  'enquiry.list',
  'enquiry.read',
  'enquiry.open',
  'enquiry.export',
  'enquiry.spam',
];
const unseenBatch = { ids: 500, records: 50 };
/** The count at which `findUnseen` stops, so that a flood of spam does not slow it down. */
export const unseenAtMost = 1_000;

/**
 * Counts the quarantined submissions that nobody has viewed according to the audit trail, up to
 * `unseenAtMost`. `oldest` is when the oldest of them was accepted.
 */
export async function findUnseen({
  submissions,
  audit,
}: Database): Promise<{ count: number; oldest: Date | undefined }> {
  const quarantined = submissions
    .find({ canary: { $ne: true }, status: 'quarantined' })
    .sort({ createdAt: 1 })
    .select({ createdAt: 1 })
    .lean<Pick<ContactSubmission, '_id' | 'createdAt'>>()
    .cursor({ batchSize: unseenBatch.ids });
  const seen = new Set<string>();
  let [count, oldest]: [number, Date | undefined] = [0, undefined];
  for await (const batch of inBatches(quarantined, unseenBatch.ids)) {
    let left = batch.map(({ _id }) => _id).filter((id) => !seen.has(id));
    while (left.length > 0) {
      const found = await audit.read({
        ids: left,
        actions: viewingActions,
        limit: unseenBatch.records,
      });
      for (const { subject } of found) for (const id of subject.ids) seen.add(id);
      if (found.length === 0) break;
      left = left.filter((id) => !seen.has(id));
    }
    count += left.length;
    oldest ??= batch.find(({ _id }) => !seen.has(_id))?.createdAt;
    if (count >= unseenAtMost) break;
  }
  return { count: Math.min(count, unseenAtMost), oldest };
}
