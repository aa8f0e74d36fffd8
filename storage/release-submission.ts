import { addMonths } from './add-months.ts';
import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';

/**
 * Takes a submission out of quarantine: it is kept for as long as any other, and both its
 * notifications are pending. Queueing them is left to the caller, and to the sweeper if that fails.
 *
 * @returns whether it was in quarantine.
 */
export async function releaseSubmission(
  { submissions }: Database,
  { _id, createdAt }: Pick<ContactSubmission, '_id' | 'createdAt'>,
  retentionMonths: number,
): Promise<boolean> {
  const pending = { status: 'pending', updatedAt: new Date() } as const;
  const { matchedCount } = await submissions.updateOne(
    { _id, status: 'quarantined' },
    {
      $set: {
        status: 'released',
        expiresAt: addMonths(createdAt, retentionMonths),
        notifications: { staff: pending, acknowledgement: pending },
      },
    },
    { runValidators: true, writeConcern: { w: 'majority', j: true } },
  );
  return matchedCount > 0;
}
