import type { Mongodb } from './mongodb.ts';
import type { HandlingState } from '../contract/submission-view.ts';
import type { ContactSubmission } from './submission-model.ts';
import type { User } from './users.ts';

/** An enquiry that a colleague assigned to a user who has not been notified yet. */
export type Assignment = Pick<ContactSubmission, '_id' | 'reference'> & { notifyOwner: Date };

const openStates: HandlingState[] = ['open', 'waiting'];
/** The maximum number of enquiries in one email. */
const maxListed = 200;

type Colleague = Pick<User, '_id' | 'name' | 'email' | 'assignmentEmails'>;

/** The colleague with a username and how to reach them; null if there is none. */
export async function findColleague(
  { collection }: Mongodb,
  username: string,
): Promise<Colleague | null> {
  // Without the desk's model of users, which the worker does not load.
  const projection = { name: 1, email: 1, assignmentEmails: 1 };
  return collection<User>('users').findOne<Colleague>({ username }, { projection });
}

/** The usernames of users to notify of enquiries that colleagues assigned to them. */
export async function findOwnersToNotify({ enquiries }: Mongodb): Promise<string[]> {
  const filter = {
    notifyOwner: { $gt: new Date(0) },
    'handling.owner': { $gt: '' },
    'handling.state': { $in: openStates },
  };
  return enquiries().distinct('handling.owner', filter) as Promise<string[]>;
}

/**
 * Finds a user's enquiries, in progress or waiting, that colleagues assigned before the given time.
 * Omits spam and enquiries that the user has been notified of. Oldest first, at most 200.
 */
export async function findAssignments(
  { enquiries }: Mongodb,
  owner: string,
  before: Date,
): Promise<Assignment[]> {
  const filter = {
    notifyOwner: { $lt: before },
    'handling.owner': owner,
    'handling.state': { $in: openStates },
    status: { $ne: 'quarantined' as const },
  };
  return enquiries()
    .find<Assignment>(filter, { projection: { reference: 1, notifyOwner: 1 } })
    .sort({ createdAt: 1 })
    .limit(maxListed)
    .toArray();
}

/**
 * Records that a user needs no notification of assignments before the given time. Applies to all
 * enquiries, or only to those with the given ids.
 */
export async function markOwnerNotified(
  { enquiries }: Mongodb,
  owner: string,
  before: Date,
  ids?: readonly string[],
): Promise<void> {
  const filter = {
    notifyOwner: { $lt: before },
    'handling.owner': owner,
    ...(ids ? { _id: { $in: [...ids] } } : {}),
  };
  await enquiries().updateMany(filter, { $unset: { notifyOwner: '' } });
}
