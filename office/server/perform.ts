import type { AuditSubject } from '#storage/audit-trail.ts';
import type { Action } from '../action.ts';
import { refusalOf } from '../rights.ts';
import { TaskError, type Actor, type DatabaseContext } from './task.ts';

/** Milliseconds for which entering a password or using a passkey counts as recent. */
export const recently = 600_000;

/**
 * The one place that asks for rights: pages, queue board and commands, before they read anything.
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

export function actorOf({ actor, network, device }: Actor) {
  return { actor, ...(network && { network }), ...(device && { device }) };
}

/** Records the start and the outcome of work. Nothing is done before the start is stored. */
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

/** Records reading, before it is shown. A record covers 15 minutes, so that pages can refetch. */
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
