import type { Database } from './connection.ts';
import type { HandlingState } from '../contract/submission-view.ts';
import type { ContactSubmission } from './submission-model.ts';

/** An enquiry that a colleague assigned to a user, who is to be notified of it. */
export type Assignment = Pick<ContactSubmission, '_id' | 'reference'> & { notifyOwner: Date };

const openStates: HandlingState[] = ['open', 'waiting'];
/** The maximum number of enquiries in one email. */
const maxListed = 200;

/** The users who have not been notified of an enquiry that a colleague assigned to them. */
export function findOwnersToNotify({ submissions }: Database): Promise<string[]> {
  const filter = { notifyOwner: { $gt: new Date(0) }, 'handling.owner': { $gt: '' } };
  return submissions.distinct('handling.owner', filter).exec() as Promise<string[]>;
}

/** A user's open enquiries, assigned before a time, of which the user has not been notified. */
export function findAssignments(
  { submissions }: Database,
  owner: string,
  before: Date,
): Promise<Assignment[]> {
  return submissions
    .find({
      notifyOwner: { $lt: before },
      'handling.owner': owner,
      'handling.state': { $in: openStates },
      status: { $ne: 'quarantined' },
    })
    .sort({ createdAt: 1 })
    .limit(maxListed)
    .select({ reference: 1, notifyOwner: 1 })
    .lean<Assignment[]>()
    .exec();
}

/** Records that a user needs no notice of assignments before a time: all, or the given ones. */
export async function markOwnerNotified(
  { submissions }: Database,
  owner: string,
  before: Date,
  ids?: readonly string[],
): Promise<void> {
  const filter = {
    notifyOwner: { $lt: before },
    'handling.owner': owner,
    ...(ids ? { _id: { $in: ids } } : {}),
  };
  await submissions.updateMany(filter, { $unset: { notifyOwner: '' } });
}
