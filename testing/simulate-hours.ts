import type { Queues } from '../platform/queues.ts';
import type { Database } from '../storage/connection.ts';
import { unconfirmedCopies } from '../worker/unconfirmed-copies.ts';

/** Simulates that enough time has passed to send another copy of each unconfirmed email. */
export async function simulateHours({
  database,
  queues,
}: {
  database: Pick<Database, 'submissions'>;
  queues: Pick<Queues, 'notifications'>;
}): Promise<void> {
  const then = new Date(Date.now() - 3 * 3_600_000);
  for (const job of await queues.notifications.getDelayed()) {
    const copies = unconfirmedCopies(job).map(() => then);
    if (copies.length === 0) continue;
    const unconfirmed = copies.map((at) => at.toISOString());
    await job.updateProgress({ ...(job.progress as object), unconfirmed });
    const { submissionId: _id, kind } = job.data;
    const path = `notifications.${kind}.unconfirmed`;
    await database.submissions.updateOne({ _id }, { $set: { [path]: copies } });
    // A job that a worker has just taken cannot be promoted, and need not be.
    await job.promote().catch(() => undefined);
  }
}
