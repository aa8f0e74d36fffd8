import { randomUUID } from 'node:crypto';

import { changeSubmission, handlingOf, undoChange } from '../../../storage/handling.ts';
import { eraseQuarantined } from '../../../storage/quarantine.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { findSubmission } from '../../../storage/submissions.ts';
import { listUsers } from '../../../storage/users.ts';
import { may } from '../../rights.ts';
import { auditChange, auditRefusal } from '../../server/audit.ts';
import { TaskError, usernameOf, type TaskContext } from '../../server/task.ts';
import type { Act } from './changes.ts';
import { enqueuePending } from './emails.server.ts';
import { findNamedSubmission } from './open-submission.server.ts';
import { stateOf, type EnquiryState } from './state.ts';

/** A submission as somebody saw it: each change makes another version of it. */
export interface SubmissionVersion {
  id: string;
  version: number;
}

/** A submission before a change and after it. */
export interface ChangedSubmission {
  before: ContactSubmission;
  after: ContactSubmission;
}

/** The state of a submission. */
export function stateOfSubmission(submission: ContactSubmission): EnquiryState {
  return stateOf({ ...handlingOf(submission), status: submission.status });
}

/**
 * Changes a submission as it was in the given version. What is refused is recorded too. A TaskError
 * says that there is none, that it has changed meanwhile, with its state now, or why it cannot be.
 */
export async function makeChange(
  context: TaskContext,
  seen: SubmissionVersion,
  act: Act,
): Promise<ChangedSubmission> {
  const you = usernameOf(context.actor);
  const ids = [seen.id];
  const { before, patch } = await auditRefusal(context, act.name, { ids }, async () => {
    const found = await findSeen(context, seen);
    const changed = act.change(stateOfSubmission(found), you);
    if (typeof changed === 'string') throw new TaskError('invalid', changed);
    await requireColleague(context, changed.owner, [you, handlingOf(found).owner]);
    // Reached first: what is released with nobody to send its emails would wait for the sweeper.
    if (changed.status === 'released') await context.redis();
    return { before: found, patch: changed };
  });
  const { note, ...state } = patch;
  const from = stateOfSubmission(before);
  const subject = { ids, before: { ...from }, after: { ...from, ...state } };
  return auditChange(context, act.name, subject, async () => {
    const added = note && { id: randomUUID(), by: you, at: new Date(), text: note };
    const after = await changeSubmission(
      await context.database(),
      before,
      { ...state, ...(added ? { note: added } : {}) },
      context.retentionMonths,
    );
    if (!after) throw await changedMeanwhile(context, seen.id);
    if (state.status === 'released') await enqueuePending(context, after);
    return { before, after };
  });
}

/**
 * Takes back the last change of a submission, as it was in the given version; emails that were sent
 * and notes stay. A TaskError says that there is nothing to undo, or that it has changed meanwhile.
 */
export async function undoLastChange(
  context: TaskContext,
  seen: SubmissionVersion,
): Promise<ChangedSubmission> {
  const ids = [seen.id];
  const before = await auditRefusal(context, 'enquiry.undo', { ids }, async () => {
    const found = await findSeen(context, seen);
    if (!found.undo) {
      throw new TaskError('conflict', `There is nothing to undo on ${found.reference}.`);
    }
    if (found.undo.status) await context.redis();
    return found;
  });
  const from = stateOfSubmission(before);
  const { status = from.status, handling } = before.undo ?? {};
  const to = stateOf({ ...from, ...handling, status });
  const subject = { ids, before: { ...from }, after: { ...to } };
  return auditChange(context, 'enquiry.undo', subject, async () => {
    const after = await undoChange(await context.database(), before);
    if (!after) throw await changedMeanwhile(context, seen.id);
    if (before.undo?.status) await enqueuePending(context, after);
    return { before, after };
  });
}

/** @throws TaskError when there is no such submission, or it has changed since it was seen. */
async function findSeen(
  context: TaskContext,
  { id, version }: SubmissionVersion,
): Promise<ContactSubmission> {
  const found = await findNamedSubmission(context, { id });
  if (handlingOf(found).version !== version) throw await changedMeanwhile(context, id);
  return found;
}

/** The usernames of those who may change enquiries, to whom one can be assigned. */
export async function listColleagues({
  database,
}: Pick<TaskContext, 'database'>): Promise<string[]> {
  const users = await listUsers(await database());
  return users
    .filter(({ disabled, role }) => !disabled && may(role, 'enquiry.change'))
    .map(({ username }) => username);
}

async function requireColleague(
  context: TaskContext,
  owner: string | null | undefined,
  known: readonly (string | null)[],
): Promise<void> {
  if (owner === undefined || owner === null || known.includes(owner)) return;
  const colleagues = await listColleagues(context);
  if (colleagues.includes(owner)) return;
  throw new TaskError('invalid', `No account ${owner} may change enquiries.`);
}

/** Says that it has changed meanwhile, with its state now. */
export async function changedMeanwhile(
  { database }: Pick<TaskContext, 'database'>,
  id: string,
): Promise<TaskError> {
  const now = await findSubmission(await database(), id);
  if (!now) return new TaskError('not-found', 'There is no enquiry with that id.');
  const message = `${now.reference} has been changed by a colleague.`;
  return new TaskError('conflict', message, handlingOf(now));
}

/** Deletes spam. A TaskError says that there is no such submission, or that it is not spam. */
export async function deleteSpam(context: TaskContext, id: string): Promise<void> {
  const database = await context.database();
  const { reference, status } = await findNamedSubmission(context, { id });
  await auditChange(context, 'enquiry.delete', { ids: [id], before: { status } }, async () => {
    if ((await eraseQuarantined(database, [id])) === 0) {
      throw new TaskError('conflict', `${reference} is not marked as spam.`);
    }
  });
}
