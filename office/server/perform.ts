import type { AuditSubject } from '#storage/audit-trail.ts';
import type { Action } from '../action.ts';
import { refusalOf } from '../rights.ts';
import { TaskError, type Actor, type DatabaseContext } from './task.ts';

/** Milliseconds for which entering a password or using a passkey counts as recent. */
export const recently = 600_000;

/**
 * Requires a right, and for some actions a recent sign-in. This is the one place that asks for
 * rights (rights.ts): pages, the queue board and commands, before they read anything.
 *
 * @throws TaskError with the failure `denied` or `unconfirmed`.
 */
export function requireRight(
  { role, scope, authenticatedAt }: Pick<Actor, 'role' | 'scope'> & { authenticatedAt?: Date },
  { right, isRecent = false }: Pick<Action, 'right' | 'isRecent'>,
  who = 'Your account',
): void {
  const refusal = refusalOf({ role, scope }, right, who);
  if (refusal !== undefined) throw new TaskError('denied', refusal);
  // A token needs no recent sign-in, because it was created for this purpose.
  const isLate = Number(authenticatedAt ?? 0) <= Date.now() - recently;
  if (isRecent && scope === undefined && isLate) {
    throw new TaskError('unconfirmed', 'Please enter your password or use a passkey again.');
  }
}

/** The fields of a record that identify the actor. */
export function actorOf({ actor, network, device }: Actor) {
  return { actor, ...(network && { network }), ...(device && { device }) };
}

/**
 * Does something that the audit trail records: first that it was started, then whether it was done,
 * refused or failed. Nothing is done before the record is stored.
 */
export async function perform<Result>(
  task: DatabaseContext,
  action: string,
  subject: Partial<AuditSubject>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { audit } = await task.database();
  const record = await audit.start({ ...actorOf(task), action, subject });
  // If the outcome cannot be stored, the record still says that the action was started.
  const end = (outcome: 'done' | 'refused' | 'failed') =>
    record.end(outcome).catch(() => undefined);
  try {
    const result = await work();
    await end('done');
    return result;
  } catch (error) {
    const isRefused = error instanceof TaskError && error.failure !== 'unavailable';
    await end(isRefused ? 'refused' : 'failed');
    throw error;
  }
}

/** Records something that changes nothing. Must be awaited before its answer is sent. */
export async function record(
  task: DatabaseContext,
  action: string,
  subject: Partial<AuditSubject> = {},
): Promise<void> {
  await (await task.database()).audit.record({ ...actorOf(task), action, subject });
}

const recordCovers = 15 * 60_000;
const maxRemembered = 10_000;

/**
 * Makes the function that records what somebody has read, before it is shown. A record covers the
 * next 15 minutes of the same person, so that open pages can refetch.
 */
export function createReadingRecorder() {
  const readers = new Map<string, Map<string, number>>();
  return async (
    task: DatabaseContext,
    action: string,
    ids: readonly string[],
    conditions: string[] = [],
  ): Promise<void> => {
    const key = `${task.actor} ${action}`;
    const read = readers.get(key) ?? new Map<string, number>();
    const now = Date.now();
    const unrecorded = ids.filter((id) => (read.get(id) ?? 0) < now - recordCovers);
    if (unrecorded.length === 0) return;
    await record(task, action, { ids: unrecorded, conditions });
    if (read.size > maxRemembered) read.clear();
    for (const id of unrecorded) read.set(id, now);
    readers.set(key, read);
  };
}
