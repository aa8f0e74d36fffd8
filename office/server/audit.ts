import type { AuditAction } from '../features/audit/audit-words.ts';
import type { AuditSubject, StartedAction } from '../../storage/audit-trail.ts';
import { TaskError, type DatabaseContext } from './task.ts';

/** Adds that something was read to the audit trail, in the name of whoever does the task. */
export async function audit(
  { database, actor }: DatabaseContext,
  action: AuditAction,
  subject: Partial<AuditSubject>,
): Promise<void> {
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
  const { audit: trail } = await database();
  const from = new Date(Date.now() - within);
  const records = await trail.read({ actor, id, actions, from, limit: 20 });
  return records.some(({ subject }) => ids.every((one) => subject.ids.includes(one)));
}

/** Prepares a change, and records it as refused where a TaskError says that it cannot be made. */
export async function auditRefusal<Result>(
  { database, actor }: DatabaseContext,
  action: AuditAction,
  subject: Partial<AuditSubject>,
  prepare: () => Promise<Result>,
): Promise<Result> {
  try {
    return await prepare();
  } catch (error) {
    if (error instanceof TaskError && error.failure !== 'unavailable') {
      const started = await (await database()).audit.start({ actor, action, subject });
      await started.end('refused');
    }
    throw error;
  }
}

/** What a change may still say in its record. */
interface ChangeRecord extends Pick<StartedAction, 'include'> {
  /** How many of what were changed so far. */
  counts?: Record<string, number>;
}

/**
 * Makes a change. That it starts is in the audit trail before anything is changed, and afterwards
 * how it ended. Whatever changes something goes through here.
 */
export async function auditChange<Result>(
  { database, actor }: DatabaseContext,
  action: AuditAction,
  subject: Partial<AuditSubject>,
  change: (record: ChangeRecord) => Promise<Result>,
): Promise<Result> {
  const started = await (await database()).audit.start({ actor, action, subject });
  const record: ChangeRecord = { include: started.include };
  let result: Result;
  try {
    result = await change(record);
  } catch (error) {
    // Where this fails too, the record says at least that it has started.
    await started.end('failed', record.counts).catch(() => undefined);
    throw error;
  }
  await started.end('done', record.counts);
  return result;
}
