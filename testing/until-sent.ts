import { notificationKinds } from '../contract/notifications.ts';
import type { Database } from '../storage/connection.ts';
import type { ContactSubmission } from '../storage/submission-model.ts';
import { waitFor } from './wait-for.ts';

/** Waits until a submission is stored and all its mails are marked as sent, and returns it. */
export function untilSent(
  database: Database,
  which: string | { reference: string },
  timeout?: number,
): Promise<ContactSubmission> {
  const filter = typeof which === 'string' ? { _id: which } : which;
  return waitFor(
    'it is stored and all mails are sent',
    async () => {
      const found = await database.submissions.findOne(filter).lean<ContactSubmission>().exec();
      return (
        notificationKinds.every((kind) => found?.notifications[kind]?.status === 'sent') && found
      );
    },
    timeout,
  );
}
