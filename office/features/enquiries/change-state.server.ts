import { randomUUID } from 'node:crypto';

import { undoableFor } from '../../../contract/jobs.ts';
import { localDay } from '../../../contract/time.ts';
import type { Database } from '../../../storage/connection.ts';
import { changeSubmission, handlingOf, undoChange } from '../../../storage/handling.ts';
import { deleteQuarantined, restoreDeleted } from '../../../storage/deleted-submissions.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { findSubmission } from '../../../storage/submissions.ts';
import { listUsers } from '../../../storage/users.ts';
import { may } from '../../rights.ts';
import { run, runPrepared } from '../../server/run-action.ts';
import {
  TaskError,
  usernameOf,
  type DatabaseContext,
  type TaskContext,
} from '../../server/task.ts';
import type { Act } from './acts.ts';
import type { ChangeName } from './changes.ts';
import { stateOfSubmission } from './describe-submission.server.ts';
import { enqueueNotification, enqueuePending, withdrawReply } from './emails.server.ts';
import { findNamedSubmission } from './open-submission.server.ts';
import { stateOf, type EnquiryState } from './state.ts';

/** Identifies a version of a submission. Each change creates a new version. */
export interface SubmissionVersion {
  id: string;
  version: number;
}

/**
 * Changes a submission if it still has the given version, and returns the changed submission. The
 * audit trail records both changes and refusals.
 *
 * @throws TaskError if the submission does not exist, has changed since (the error then contains
 * its current state), or cannot be changed in this way.
 */
export function makeChange(
  context: TaskContext,
  seen: SubmissionVersion,
  act: Act,
): Promise<ContactSubmission> {
  return changeSeen(context, act.name, seen, async (before, from) => {
    const you = usernameOf(context.actor);
    const patch = act.change(from, you);
    if (typeof patch === 'string') throw new TaskError('invalid', patch);
    const { note, reply, marked = from.marked, ...state } = patch;
    // Replies are not checked: around midnight they would fail if this server's clock were behind
    // the API's.
    if (!reply && state.answeredOn && state.answeredOn < localDay(before.createdAt)) {
      throw new TaskError('invalid', 'It cannot have been answered before it was received.');
    }
    await requireColleague(context, state.owner, [you, from.owner]);
    await requireLinkable(context, before, state.linked);
    const written = (text: string) => ({ id: randomUUID(), by: you, at: new Date(), text });
    const change = {
      ...state,
      by: you,
      notifyOwner: Boolean(state.owner) && ![you, from.owner].includes(state.owner ?? null),
      ...(note ? { note: written(note) } : {}),
      ...(reply ? { reply: { ...written(reply), name: await prepareReply(context, before) } } : {}),
    };
    return {
      to: { ...from, ...state, marked },
      async change(database) {
        const after = await changeSubmission(database, before, change, context.retentionMonths);
        if (after && change.reply) {
          const entry = { submissionId: seen.id, kind: 'reply', replyId: change.reply.id } as const;
          // If Redis goes down now, the worker's next sweep for pending emails queues the reply.
          await enqueueNotification(context, entry, undoableFor).catch(() => undefined);
        }
        return after;
      },
    };
  });
}

/**
 * Undoes the last change to a submission if it still has the given version. Notes, and emails
 * already sent, are not affected.
 *
 * @throws TaskError if the submission does not exist or has changed since, if there is nothing to
 * undo, or if the reply to undo may have been sent.
 */
export function undoLastChange(
  context: TaskContext,
  seen: SubmissionVersion,
): Promise<ContactSubmission> {
  return changeSeen(context, 'enquiry.undo', seen, (before, from) => {
    const { undo, reference } = before;
    if (!undo) throw new TaskError('conflict', `There is nothing to undo for ${reference}.`);
    return {
      to: stateOf({
        ...from,
        ...undo.handling,
        ...(undo.status ? { status: undo.status, marked: undo.marked ?? false } : {}),
      }),
      async change(database) {
        if (undo.handling?.replies) await withdrawReply(context, before);
        return undoChange(database, before);
      },
    };
  });
}

/**
 * Checks that a reply can be sent now, and resolves to the user's name.
 *
 * @throws TaskError if the last reply has not been sent yet, or Redis does not answer.
 */
async function prepareReply(
  context: TaskContext,
  { notifications }: ContactSubmission,
): Promise<string> {
  if (notifications.reply?.status === 'pending') {
    throw new TaskError('invalid', 'The last reply has not been sent yet. Try again later.');
  }
  await context.redis();
  const you = usernameOf(context.actor);
  const users = await listUsers(await context.database());
  return users.find(({ username }) => username === you)?.name || you;
}

interface Planned {
  to: EnquiryState;
  /** Resolves to undefined if the submission has changed since it was read. */
  change: (database: Database) => Promise<ContactSubmission | undefined>;
}

function changeSeen(
  context: TaskContext,
  action: ChangeName | 'enquiry.undo',
  { id, version }: SubmissionVersion,
  plan: (before: ContactSubmission, from: EnquiryState) => Planned | Promise<Planned>,
): Promise<ContactSubmission> {
  return runPrepared(context, action, { ids: [id] }, async () => {
    const before = await findNamedSubmission(context, { id });
    if (handlingOf(before).version !== version) throw await changedMeanwhile(context, id);
    const from = stateOfSubmission(before);
    const { to, change } = await plan(before, from);
    const isJudged = from.status !== to.status || from.marked !== to.marked;
    const isReleased = isJudged && to.status !== 'quarantined';
    // Fails here if Redis is down: the emails of an enquiry that is no longer spam could not be
    // queued, and would wait until the worker's next sweep for pending emails.
    if (isReleased) await context.redis();
    return {
      about: { before: auditedParts(from), after: auditedParts(to) },
      async work() {
        const after = await change(await context.database());
        if (!after) throw await changedMeanwhile(context, id);
        if (isReleased) await enqueuePending(context, after);
        return after;
      },
    };
  });
}

/**
 * Lists the usernames of all enabled accounts that have the right to change enquiries. Enquiries
 * can be assigned to these accounts.
 */
export async function listColleagues(database: Database): Promise<string[]> {
  const users = await listUsers(database);
  return users
    .filter(({ disabled, role }) => !disabled && may(role, 'enquiry.change'))
    .map(({ username }) => username);
}

/**
 * The parts of a state that the audit trail records. Tags and links are left out, because they may
 * be personal data.
 */
function auditedParts({ tags: _tags, linked: _linked, marked: _marked, ...parts }: EnquiryState) {
  return parts;
}

/**
 * @throws TaskError if a new link is to the enquiry itself, or to an enquiry that does not exist.
 */
async function requireLinkable(
  context: TaskContext,
  { reference, handling }: ContactSubmission,
  linked: readonly string[] = [],
): Promise<void> {
  for (const other of linked.filter((each) => !handling?.linked?.includes(each))) {
    if (other === reference) {
      throw new TaskError('invalid', 'An enquiry cannot be linked to itself.');
    }
    await findNamedSubmission(context, { reference: other });
  }
}

async function requireColleague(
  context: TaskContext,
  owner: string | null | undefined,
  known: readonly (string | null)[],
): Promise<void> {
  if (owner === undefined || owner === null || known.includes(owner)) return;
  if ((await listColleagues(await context.database())).includes(owner)) return;
  throw new TaskError('invalid', `The account ${owner} cannot change enquiries.`);
}

/**
 * Creates the error for a submission that has changed since it was read. The error contains the
 * current state, or says that the submission no longer exists.
 */
export async function changedMeanwhile(
  { database }: DatabaseContext,
  id: string,
): Promise<TaskError> {
  const now = await findSubmission(await database(), id);
  if (!now) return new TaskError('not-found', 'There is no enquiry with that ID.');
  const message = `${now.reference} has been changed by a colleague.`;
  const { status, marked = false } = now;
  return new TaskError('conflict', message, { ...handlingOf(now), status, marked });
}

/**
 * Deletes an enquiry that is marked as spam. It can be restored for 14 days.
 *
 * @throws TaskError if there is no such submission, or it is not spam.
 */
export function deleteSpam(context: TaskContext, id: string): Promise<void> {
  return runPrepared(context, 'enquiry.delete', { ids: [id] }, async () => {
    const { reference, status } = await findNamedSubmission(context, { id });
    return {
      about: { before: { status } },
      async work() {
        if (!(await deleteQuarantined(await context.database(), id))) {
          throw new TaskError('conflict', `${reference} is not marked as spam.`);
        }
      },
    };
  });
}

/**
 * Restores spam that was deleted, or an enquiry whose job was removed before it was stored. Queues
 * the emails of such an enquiry; spam has no pending emails.
 *
 * @throws TaskError if there is no deleted submission with the id.
 */
export function restoreEnquiry(context: TaskContext, id: string): Promise<void> {
  return run(context, 'enquiry.restore', { ids: [id] }, async () => {
    // Fails here if Redis is down: emails that cannot be queued would wait for the worker's next
    // sweep.
    await context.redis();
    const restored = await restoreDeleted(await context.database(), id, context.retentionMonths);
    if (!restored) throw new TaskError('not-found', 'There is no deleted enquiry with that ID.');
    await enqueuePending(context, restored);
  });
}
