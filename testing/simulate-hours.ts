import type { Queues } from '../packages/server/queues.ts';
import type { Database } from '../storage/connection.ts';

/** Simulates that enough time has passed to send another copy of each unconfirmed email. */
export async function simulateHours({
  database,
  queues,
}: {
  database: Pick<Database, 'submissions'>;
  queues: Pick<Queues, 'notifications'>;
}): Promise<void> {
  const then = new Date(Date.now() - 3_600_000);
  for (const job of await queues.notifications.getDelayed()) {
    const { submissionId: _id, kind } = job.data;
    const path = `notifications.${kind}.unconfirmed`;
    const submission = await database.submissions.findById(_id).lean();
    const copies = kind === 'webhook' ? 0 : submission?.notifications[kind]?.unconfirmed?.length;
    if (!copies) continue;
    const unconfirmed = Array.from({ length: copies }, () => then);
    await database.submissions.updateOne({ _id }, { $set: { [path]: unconfirmed } });
    // A job that a worker has just taken cannot be promoted, and need not be.
    await job.promote().catch(() => undefined);
  }
}
