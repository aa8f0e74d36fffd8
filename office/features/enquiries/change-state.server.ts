import { randomUUID } from 'node:crypto';

import { changeSubmission, handlingOf, undoChange } from '../../../storage/handling.ts';
import { eraseQuarantined } from '../../../storage/quarantine.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { findSubmission } from '../../../storage/submissions.ts';
import { listUsers } from '../../../storage/users.ts';
import { may } from '../../rights.ts';
import { runPrepared } from '../../server/run-action.ts';
import { TaskError, usernameOf, type TaskContext } from '../../server/task.ts';
import type { Act } from './changes.ts';
import { enqueuePending } from './emails.server.ts';
import { findNamedSubmission } from './open-submission.server.ts';
import { stateOf, type EnquiryState } from './state.ts';

/** A version of a submission: each change creates a new one. */
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
 * Changes a submission if it still has the given version. Refusals are recorded too.
 *
 * @throws TaskError if it does not exist, has changed since (with its current state), or cannot be
 * changed this way.
 */
export function makeChange(
  context: TaskContext,
  seen: SubmissionVersion,
  act: Act,
): Promise<ChangedSubmission> {
  const you = usernameOf(context.actor);
  return runPrepared(context, act.name, { ids: [seen.id] }, async () => {
    const before = await findSeen(context, seen);
    const from = stateOfSubmission(before);
    const patch = act.change(from, you);
    if (typeof patch === 'string') throw new TaskError('invalid', patch);
    const { note, ...state } = patch;
    await requireColleague(context, state.owner, [you, from.owner]);
    // Connects first: emails of a released submission that cannot be queued would wait for the
    // sweep.
    if (state.status === 'released') await context.redis();
    return {
      about: { before: { ...from }, after: { ...from, ...state } },
      async work() {
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
      },
    };
  });
}

/**
 * Undoes the last change of a submission if it still has the given version; sent emails and notes
 * are kept.
 *
 * @throws TaskError if there is nothing to undo, or it has changed since.
 */
export function undoLastChange(
  context: TaskContext,
  seen: SubmissionVersion,
): Promise<ChangedSubmission> {
  return runPrepared(context, 'enquiry.undo', { ids: [seen.id] }, async () => {
    const before = await findSeen(context, seen);
    const { undo, reference } = before;
    if (!undo) throw new TaskError('conflict', `There is nothing to undo on ${reference}.`);
    if (undo.status) await context.redis();
    const from = stateOfSubmission(before);
    const to = stateOf({ ...from, ...undo.handling, status: undo.status ?? from.status });
    return {
      about: { before: { ...from }, after: { ...to } },
      async work() {
        const after = await undoChange(await context.database(), before);
        if (!after) throw await changedMeanwhile(context, seen.id);
        if (undo.status) await enqueuePending(context, after);
        return { before, after };
      },
    };
  });
}

/** @throws TaskError if there is no such submission, or it has changed since it was seen. */
async function findSeen(
  context: TaskContext,
  { id, version }: SubmissionVersion,
): Promise<ContactSubmission> {
  const found = await findNamedSubmission(context, { id });
  if (handlingOf(found).version !== version) throw await changedMeanwhile(context, id);
  return found;
}

/** The usernames of accounts that may change enquiries, to which one can be assigned. */
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
  throw new TaskError('invalid', `The account ${owner} cannot change enquiries.`);
}

/** An error that it has changed, with its current state. */
export async function changedMeanwhile(
  { database }: Pick<TaskContext, 'database'>,
  id: string,
): Promise<TaskError> {
  const now = await findSubmission(await database(), id);
  if (!now) return new TaskError('not-found', 'There is no enquiry with that id.');
  const message = `${now.reference} has been changed by a colleague.`;
  return new TaskError('conflict', message, handlingOf(now));
}

/**
 * Deletes spam.
 *
 * @throws TaskError if there is no such submission, or it is not spam.
 */
export function deleteSpam(context: TaskContext, id: string): Promise<void> {
  return runPrepared(context, 'enquiry.delete', { ids: [id] }, async () => {
    const { reference, status } = await findNamedSubmission(context, { id });
    return {
      about: { before: { status } },
      async work() {
        if ((await eraseQuarantined(await context.database(), [id])) === 0) {
          throw new TaskError('conflict', `${reference} is not marked as spam.`);
        }
      },
    };
  });
}
