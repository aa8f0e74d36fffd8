import { rightOf, type AuditAction } from '../features/audit/audit-words.ts';
import { refusalOf, type Right } from '../rights.ts';
import type { AuditSubject, StartedAction } from '../../storage/audit-trail.ts';
import { TaskError, type Actor, type DatabaseContext } from './task.ts';

/**
 * Requires a right of whoever acts. Routes, the queue board, commands and `run` all ask here, before
 * anything is read.
 *
 * @throws TaskError `denied`
 */
export function requireRight(role: Actor['role'], right: Right | 'anybody', who?: string): void {
  const refusal = refusalOf(role, right, who);
  if (refusal !== undefined) throw new TaskError('denied', refusal);
}

/** What an action may still say in its record. */
interface ActionRecord extends Pick<StartedAction, 'include'> {
  /** How many of what were changed so far. */
  counts?: Record<string, number>;
}

interface Prepared<Result> {
  /** What the record says besides what was known before. */
  about?: Partial<AuditSubject>;
  work: (record: ActionRecord) => Promise<Result>;
}

/**
 * Does an action that changes something: asks for its right, prepares it, which only reads, records
 * that it starts, does it, and records how it ended. A TaskError while it is prepared is recorded as
 * refused, unless it says that a store is unavailable.
 */
export async function run<Result>(
  { database, actor, role }: DatabaseContext,
  action: AuditAction,
  about: Partial<AuditSubject>,
  prepare: () => Prepared<Result> | Promise<Prepared<Result>>,
): Promise<Result> {
  requireRight(role, rightOf(action));
  const start = async (subject: Partial<AuditSubject>) =>
    (await database()).audit.start({ actor, action, subject });
  let prepared: Prepared<Result>;
  try {
    prepared = await prepare();
  } catch (error) {
    if (error instanceof TaskError && error.failure !== 'unavailable') {
      await (await start(about)).end('refused');
    }
    throw error;
  }
  const started = await start({ ...about, ...prepared.about });
  const said: ActionRecord = { include: started.include };
  let result: Result;
  try {
    result = await prepared.work(said);
  } catch (error) {
    // Where this fails too, the record says at least that it has started.
    await started.end('failed', said.counts).catch(() => undefined);
    throw error;
  }
  await started.end('done', said.counts);
  return result;
}

/** Records what changes nothing but a session, before the answer leaves, after asking for its right. */
export async function record(
  { database, actor, role }: DatabaseContext,
  action: AuditAction,
  subject: Partial<AuditSubject>,
): Promise<void> {
  requireRight(role, rightOf(action));
  await (await database()).audit.record({ actor, action, subject });
}

/**
 * Whether whoever asks has read all of these within so many milliseconds, by the records of some
 * actions.
 */
export async function hasRead(
  { database, actor }: DatabaseContext,
  ids: readonly string[],
  { actions, within }: { actions: readonly AuditAction[]; within: number },
): Promise<boolean> {
  const [id] = ids;
  if (id === undefined) return true;
  const { audit } = await database();
  const from = new Date(Date.now() - within);
  const records = await audit.read({ actor, id, actions, from, limit: 20 });
  return records.some(({ subject }) => ids.every((one) => subject.ids.includes(one)));
}
