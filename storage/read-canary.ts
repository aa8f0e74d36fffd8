import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';

/**
 * When the newest enquiry that the system sent to itself was accepted, of those that have come
 * through to the mail; undefined when none of the last day has.
 */
export async function findLastCanary({ submissions }: Database): Promise<Date | undefined> {
  const last = await submissions
    .findOne({ canary: true, 'notifications.staff.status': 'sent' })
    .sort({ createdAt: -1 })
    .select({ createdAt: 1 })
    .lean<Pick<ContactSubmission, 'createdAt'>>()
    .exec();
  return last?.createdAt;
}
