import type { Database } from '../../storage/connection.ts';
import { findSubmission } from '../../storage/read-submissions.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { waitFor } from '../wait-for.ts';

/** Waits until a submission is stored and both its mails are marked as sent, and returns it. */
export function untilSent(
  database: Database,
  id: string,
  patience?: number,
): Promise<ContactSubmission> {
  return waitFor(
    'it is stored and both mails are sent',
    async () => {
      const found = await findSubmission(database, id);
      const { staff, acknowledgement } = found?.notifications ?? {};
      return staff?.status === 'sent' && acknowledgement?.status === 'sent' && found;
    },
    patience,
  );
}
