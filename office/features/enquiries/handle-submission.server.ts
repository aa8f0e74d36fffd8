import { randomUUID } from 'node:crypto';

import { changeHandling, handlingOf, type HandlingUpdate } from '../../../storage/handling.ts';
import type { ContactSubmission, Handling } from '../../../storage/submission-model.ts';
import type { AuditAction } from '../../../storage/audit-actions.ts';
import { findSubmission } from '../../../storage/submissions.ts';
import { listUsers } from '../../../storage/users.ts';
import type { HandlingChange } from '../../office-views.ts';
import { may } from '../../rights.ts';
import { auditChange } from '../../server/audit.ts';
import { TaskError, type DatabaseContext } from '../../server/task.ts';
import { findNamedSubmission } from './open-submission.server.ts';

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

type HandlingState = Pick<Handling, 'state' | 'owner'>;

/**
 * Assigns a submission, notes something on it, finishes or reopens it, as it was in the given
 * version. A TaskError says that there is none, that a colleague was faster, with what is so now, or
 * why it cannot be.
 */
export async function handleSubmission(
  context: DatabaseContext,
  seen: SubmissionVersion,
  change: HandlingChange,
): Promise<ChangedSubmission> {
  if (change.kind === 'assign') await requireColleague(context, change.owner);
  const { action, plan } = changes[change.kind] as Change<HandlingChange>;
  return makeChange(context, seen, action, (before) => plan(before, change, context.actor));
}

/** Puts back the state and the owner that were there before a change. Throws as `handleSubmission`. */
export function undoChange(
  context: DatabaseContext,
  seen: SubmissionVersion,
  { state, owner }: HandlingState,
): Promise<ChangedSubmission> {
  return makeChange(context, seen, 'undo-change', () => {
    if (state === 'new' && owner !== null) refuse('What is new belongs to nobody.');
    return { state, owner, doneAt: state === 'done' ? new Date() : null };
  });
}

interface Change<Input> {
  action: AuditAction;
  /** What is to be different. Throws a TaskError where that cannot be. */
  plan: (before: Handling, change: Input, actor: string) => HandlingUpdate;
}

const changes: {
  [Kind in HandlingChange['kind']]: Change<Extract<HandlingChange, { kind: Kind }>>;
} = {
  assign: {
    action: 'assign-submission',
    plan({ state }, { owner }) {
      if (state === 'done') refuse('It is done: reopen it first.');
      return { state: owner === null ? 'new' : 'open', owner };
    },
  },
  note: {
    action: 'note-submission',
    plan: (_before, { text }, actor) => ({
      note: { id: randomUUID(), by: usernameOf(actor), at: new Date(), text },
    }),
  },
  finish: {
    action: 'finish-submission',
    plan({ state, owner }, _change, actor) {
      if (state === 'done') refuse('It is done already.');
      return { state: 'done', owner: owner ?? usernameOf(actor), doneAt: new Date() };
    },
  },
  reopen: {
    action: 'reopen-submission',
    plan({ state }, _change, actor) {
      if (state !== 'done') refuse('It is not done.');
      return { state: 'open', owner: usernameOf(actor), doneAt: null };
    },
  },
};

async function makeChange(
  context: DatabaseContext,
  { id, version }: SubmissionVersion,
  action: AuditAction,
  plan: (before: Handling) => HandlingUpdate,
): Promise<ChangedSubmission> {
  const before = await findNamedSubmission(context, { id });
  const handling = handlingOf(before);
  if (handling.version !== version) throw await changedMeanwhile(context, id);
  const update = plan(handling);
  const { state = handling.state, owner = handling.owner } = update;
  const subject = {
    ids: [id],
    before: { state: handling.state, owner: handling.owner },
    after: { state, owner },
  };
  return auditChange(context, action, subject, async () => {
    const after = await changeHandling(await context.database(), { id, version }, update);
    if (!after) throw await changedMeanwhile(context, id);
    return { before, after };
  });
}

/** The usernames of those who may read enquiries, to whom one can be given. */
export async function listColleagues({ database }: DatabaseContext): Promise<string[]> {
  const users = await listUsers(await database());
  return users
    .filter(({ disabled, role }) => !disabled && may(role, 'enquiry.change'))
    .map(({ username }) => username);
}

async function requireColleague(context: DatabaseContext, owner: string | null): Promise<void> {
  if (owner === null || owner === usernameOf(context.actor)) return;
  const colleagues = await listColleagues(context);
  if (!colleagues.includes(owner)) refuse(`There is nobody called ${owner} who reads enquiries.`);
}

/** Says that a colleague was faster, with what is so now. */
export async function changedMeanwhile(
  { database }: DatabaseContext,
  id: string,
): Promise<TaskError> {
  const now = await findSubmission(await database(), id);
  if (!now) return new TaskError('not-found', 'There is no enquiry with that id.');
  const message = `${now.reference} was changed by a colleague meanwhile.`;
  return new TaskError('conflict', message, handlingOf(now));
}

/** The username of whoever does something, whether in a browser or by a command. */
export function usernameOf(actor: string): string {
  return actor.slice(actor.lastIndexOf('/') + 1);
}

function refuse(sentence: string): never {
  throw new TaskError('invalid', sentence);
}
