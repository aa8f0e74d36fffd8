import { randomUUID } from 'node:crypto';

import { emailAddress } from '../../contract/contact-fields.ts';
import { undoableFor } from '../../contract/jobs.ts';
import { automaticKinds } from '../../contract/notifications.ts';
import { referenceOf } from '../../contract/reference.ts';
import { localDay, momentOf } from '../../contract/time.ts';
import type { Database } from '../../storage/connection.ts';
import {
  addNote,
  findByIds,
  storeDecision,
  storeJudgement,
  storeReply,
  takeBackReply,
  type Judgement,
  type StoredEnquiry,
} from '../../storage/enquiries.ts';
import { defaultsFor } from '../../storage/enquiry-defaults.ts';
import { searchWordsOf } from '../../storage/search-words.ts';
import { addMonths } from '../../storage/submissions.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { listUsers } from '../../storage/users.ts';
import { may } from '../rights.ts';
import { perform } from '../server/perform.ts';
import { TaskError, usernameOf, type TaskContext } from '../server/task.ts';
import type { OutputOf, ParsedInputOf, Patch } from './api.ts';
import { pick, settle, type Decisions } from './decisions.ts';
import { decidedOf, replyTarget } from './describe.server.ts';
import { enqueueNotification, enqueuePending, withdrawReply } from './emails.server.ts';
import { changedByColleague, findEnquiry } from './find.server.ts';

function gone(): TaskError {
  return new TaskError('not-found', 'It has been deleted.');
}

interface Item {
  id: string;
  version: number;
}

/**
 * Changes several enquiries at the same time. A refusal does not prevent the other changes.
 *
 * @param change changes one enquiry, as it is now, and answers what it did.
 */
async function changeEach<Each extends Item, Done>(
  task: TaskContext,
  items: readonly Each[],
  change: (item: Each, seen: StoredEnquiry | undefined) => Promise<Done>,
) {
  const found = await findByIds(
    await task.database(),
    items.map(({ id }) => id),
  );
  const stored = new Map(found.map((enquiry) => [enquiry._id, enquiry]));
  const done: Done[] = [];
  const refused: { id: string; why: string; isConflict: boolean }[] = [];
  await Promise.all(
    items.map(async (item) => {
      try {
        done.push(await change(item, stored.get(item.id)));
      } catch (error) {
        if (!(error instanceof TaskError)) throw error;
        const isConflict = ['conflict', 'not-found'].includes(error.failure);
        refused.push({ id: item.id, why: error.message, isConflict });
      }
    }),
  );
  return { done, refused };
}

/** @throws TaskError if the enquiry is gone or has another version. */
function requireSeen(seen: StoredEnquiry | undefined, { version }: Item): StoredEnquiry {
  if (!seen) throw gone();
  if (seen.handling.version !== version) throw changedByColleague(seen.reference);
  return seen;
}

const names = ['state', 'owner', 'followUp', 'answeredOn', 'tags'] as const;

/** The old values of the decisions that a change alters, and the new ones. */
function differenceOf(before: Decisions, after: Decisions) {
  const altered = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const of = (decisions: Decisions): Patch =>
    Object.fromEntries(altered.map((name) => [name, decisions[name]]));
  return { before: of(before), after: of(after) };
}

/** The subject of an audit record. Tags may be personal data, so they are not recorded. */
function subjectOf(id: string, difference?: { before: Patch; after: Patch }, isUndo = false) {
  const { tags: _old, ...before } = difference?.before ?? {};
  const { tags, ...after } = difference?.after ?? {};
  const conditions = [...(tags ? ['tags'] : []), ...(isUndo ? ['undo'] : [])];
  return { ids: [id], conditions, ...(difference ? { before, after } : {}) };
}

/** Changes decisions about several enquiries. */
export async function updateEnquiries(
  task: TaskContext,
  { changes, isUndo = false }: ParsedInputOf<'enquiry.update'>,
): Promise<OutputOf<'enquiry.update'>> {
  const you = usernameOf(task.actor);
  const database = await task.database();
  const colleagues = changes.some(({ patch }) => patch.owner) ? await listColleagues(database) : [];
  return changeEach(task, changes, async ({ id, version, patch }, found) => {
    const before = found && decidedOf(found);
    const after = before && settle(before, patch as Partial<Decisions>, you);
    const isPossible = before && after && typeof after !== 'string';
    const difference = isPossible ? differenceOf(before, after) : undefined;
    return perform(task, 'enquiry.update', subjectOf(id, difference, isUndo), async () => {
      const seen = requireSeen(found, { id, version });
      if (!after || typeof after === 'string') throw new TaskError('invalid', after ?? '');
      const { owner } = after;
      const isAssigned = owner !== seen.handling.owner;
      if (isAssigned && owner && owner !== you && !isUndo) requireColleague(owner, colleagues);
      const isReopened = seen.handling.state === 'done' && after.state !== 'done';
      const isNotified = isAssigned && owner !== null && owner !== you && !isUndo;
      const notifyOwner = isNotified || (isAssigned || isReopened ? false : undefined);
      const stored = await storeDecision(database, seen, { after, by: you, notifyOwner });
      if (!stored) throw changedByColleague(seen.reference);
      return { id, version: stored.handling.version, before: difference?.before ?? {} };
    });
  });
}

function requireColleague(owner: string, colleagues: readonly { username: string }[]): void {
  if (colleagues.some(({ username }) => username === owner)) return;
  throw new TaskError('invalid', `The account ${owner} cannot change enquiries.`);
}

/** The accounts to which enquiries can be assigned, by name. */
export async function listColleagues(database: Database) {
  const users = await listUsers(database);
  return users
    .filter(({ disabled, role }) => !disabled && may(role, 'enquiry.change'))
    .map(({ username, name }) => ({ username, name: name || username }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

export async function addNoteTo(
  task: TaskContext,
  { id, text }: ParsedInputOf<'enquiry.note'>,
): Promise<OutputOf<'enquiry.note'>> {
  return perform(task, 'enquiry.note', { ids: [id] }, async () => {
    const note = { id: randomUUID(), by: usernameOf(task.actor), at: new Date(), text };
    const stored = await addNote(await task.database(), id, note);
    if (!stored) throw gone();
    return { id, version: stored.handling.version };
  });
}

export async function replyTo(
  task: TaskContext,
  { id, version, text, close }: ParsedInputOf<'enquiry.reply'>,
): Promise<OutputOf<'enquiry.reply'>> {
  const database = await task.database();
  const you = usernameOf(task.actor);
  const [found] = await findByIds(database, [id]);
  const before = found && decidedOf(found);
  const after = before && settle(before, decisionsOfReply(before, close), you);
  const difference =
    before && after && typeof after !== 'string' ? differenceOf(before, after) : undefined;
  return perform(task, 'enquiry.reply', subjectOf(id, difference), async () => {
    const seen = requireSeen(found, { id, version });
    if (!after || typeof after === 'string') throw new TaskError('invalid', after ?? '');
    if (!seen.email) throw new TaskError('invalid', 'There is no email address to reply to.');
    if (seen.notifications.reply?.status === 'pending') {
      throw new TaskError('invalid', 'The last reply has not been sent yet. Try again later.');
    }
    // Fails here if Redis is down, because the reply could not be queued.
    await task.redis();
    const users = await listUsers(database);
    const name = users.find(({ username }) => username === you)?.name || you;
    const reply = { id: randomUUID(), by: you, name, at: new Date(), text };
    const stored = await storeReply(database, seen, { after, by: you, reply });
    if (!stored) throw changedByColleague(seen.reference);
    const email = { submissionId: id, kind: 'reply', replyId: reply.id } as const;
    // If Redis goes down now, the worker's next sweep for pending emails queues the reply.
    await enqueueNotification(task, email, undoableFor).catch(() => undefined);
    const { version: next } = stored.handling;
    return { id, version: next, replyId: reply.id, before: difference?.before ?? {} };
  });
}

/** What a reply decides: it answers the enquiry, and deals with a follow-up that has come due. */
function decisionsOfReply(before: Decisions, close: boolean): Partial<Decisions> {
  return {
    answeredOn: before.answeredOn ?? localDay(Date.now()),
    ...(before.state === 'open' ? { followUp: null } : {}),
    ...(close ? { state: 'done' } : {}),
  };
}

export async function unsendReply(
  task: TaskContext,
  { id, version, replyId, before: patch }: ParsedInputOf<'enquiry.unsend'>,
): Promise<OutputOf<'enquiry.unsend'>> {
  const you = usernameOf(task.actor);
  return perform(task, 'enquiry.unsend', { ids: [id] }, async () => {
    const database = await task.database();
    const seen = requireSeen(await findEnquiry(task, { id }), { id, version });
    const after = settle(decidedOf(seen), patch as Partial<Decisions>, you);
    if (typeof after === 'string') throw new TaskError('invalid', after);
    await withdrawReply(task, seen);
    const stored = await takeBackReply(database, seen, { after: pick(after), by: you, replyId });
    if (!stored) throw changedByColleague(seen.reference);
    return { id, version: stored.handling.version };
  });
}

/** Moves enquiries to Spam or out of it, or takes the mark off possible spam. */
export async function judgeEnquiries(
  task: TaskContext,
  action: 'enquiry.spam' | 'enquiry.not-spam',
  { items }: ParsedInputOf<'enquiry.spam'>,
): Promise<OutputOf<'enquiry.spam'>> {
  const database = await task.database();
  const isSpam = action === 'enquiry.spam';
  return changeEach(task, items, async (item, found) => {
    const { id, before } = item;
    const now = found && judgementOf(found);
    const target = before ?? judgementAfter(isSpam, now);
    const subject = now ? { before: { ...now }, after: { ...target } } : {};
    return perform(task, action, { ids: [id], ...subject }, async () => {
      const seen = requireSeen(found, item);
      if (isSame(judgementOf(seen), target)) {
        throw new TaskError('invalid', `It is ${isSpam ? 'already' : 'not'} marked as spam.`);
      }
      // Fails here if Redis is down: emails that cannot be queued would wait for the next sweep.
      if (target.status !== 'quarantined') await task.redis();
      const stored = await storeJudgement(database, seen, target, task.retentionMonths);
      if (!stored) throw changedByColleague(seen.reference);
      if (target.status !== 'quarantined') await enqueuePending(task, stored);
      return { id, version: stored.handling.version, before: judgementOf(seen) };
    });
  });
}

function judgementOf({ status, marked }: ContactSubmission): Judgement {
  return { status, marked: marked === true };
}

function judgementAfter(isSpam: boolean, now: Judgement | undefined): Judgement {
  if (isSpam) return { status: 'quarantined', marked: now?.marked ?? false };
  const isJunk = now?.marked === true || now?.status === 'quarantined';
  return { status: isJunk ? 'released' : (now?.status ?? 'accepted'), marked: false };
}

function isSame(one: Judgement, other: Judgement): boolean {
  return one.status === other.status && one.marked === other.marked;
}

/** Stores an enquiry that a colleague took by telephone, in a letter or at a meeting. */
export async function addEnquiry(
  task: TaskContext,
  input: ParsedInputOf<'enquiry.add'>,
): Promise<OutputOf<'enquiry.add'>> {
  const { receivedOn, channel, email, reach, source, ...form } = input;
  const now = new Date();
  if (receivedOn > localDay(now))
    throw new TaskError('invalid', 'Choose today or an earlier date.');
  if (email && !emailAddress.test(email)) {
    throw new TaskError('invalid', 'The email address is not valid.');
  }
  const createdAt = receivedOn === localDay(now) ? now : momentOf(receivedOn, '12:00');
  const id = randomUUID();
  const withheld = { status: 'withheld', updatedAt: now, reason: 'added by a colleague' } as const;
  const document: ContactSubmission = {
    _id: id,
    ...form,
    email,
    ...(reach ? { reach } : {}),
    ...(source ? { source } : {}),
    reference: referenceOf(id),
    status: 'accepted',
    channel,
    addedBy: usernameOf(task.actor),
    noticeVersion: 'none',
    createdAt,
    storedAt: now,
    expiresAt: addMonths(now, task.retentionMonths),
    ...defaultsFor(createdAt, replyTarget, now),
    notifications: Object.fromEntries(automaticKinds.map((kind) => [kind, withheld])),
  };
  const words = searchWordsOf(document);
  return perform(task, 'enquiry.add', { ids: [id], conditions: [channel] }, async () => {
    await (await task.database()).submissions.create({ ...document, words });
    return { id, reference: document.reference };
  });
}
