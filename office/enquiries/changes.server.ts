import type { Database } from '#storage/connection.ts';
import type { StoredEnquiry } from '#storage/enquiries.ts';
import { changeEnquiry, storeJudgement, type Judgement } from '#storage/enquiry-changes.ts';
import type { Handling } from '#storage/submission-model.ts';
import { listUsers } from '#storage/users.ts';
import { may } from '../rights.ts';
import { perform } from '../server/perform.ts';
import { TaskError, usernameOf, type TaskContext } from '../server/task.ts';
import type { ActionName, OutputOf, ParsedInputOf } from '../api.ts';
import type { Patch } from './api.ts';
import { decisionNames, settle, type Decisions } from './decisions.ts';
import { decidedOf } from './describe.server.ts';
import { enqueuePending } from './emails.server.ts';
import { changedByColleague } from './find.server.ts';

interface Item {
  id: string;
  version: number;
}

type MaybeEnquiry = StoredEnquiry | undefined;

export async function readItems({ database }: TaskContext, items: readonly Item[]) {
  const { submissions } = await database();
  const filter = { _id: { $in: items.map(({ id }) => id) } };
  const enquiries = await submissions.find(filter).lean<StoredEnquiry[]>();
  return new Map(enquiries.map((enquiry) => [enquiry._id, enquiry]));
}

/** Changes several enquiries at the same time. A refusal does not prevent the other changes. */
async function changeEach<ChangeItem extends { id: string }, Done>(
  items: readonly ChangeItem[],
  change: (item: ChangeItem) => Promise<Done>,
) {
  const done: Done[] = [];
  const refused: { id: string; why: string; isConflict: boolean }[] = [];
  await Promise.all(
    items.map(async (item) => {
      try {
        done.push(await change(item));
      } catch (error) {
        if (!(error instanceof TaskError)) throw error;
        const isConflict = ['conflict', 'not-found'].includes(error.failure);
        refused.push({ id: item.id, why: error.message, isConflict });
      }
    }),
  );
  return { done, refused };
}

export function gone(): TaskError {
  return new TaskError('not-found', 'It has been deleted.');
}

function requireSeen(seen: MaybeEnquiry, { version }: Item): StoredEnquiry {
  if (!seen) throw gone();
  if (seen.handling.version !== version) throw changedByColleague(seen.reference);
  return seen;
}

function differenceOf(before: Decisions, after: Decisions) {
  const altered = decisionNames.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const of = (decisions: Decisions): Patch =>
    Object.fromEntries(altered.map((name) => [name, decisions[name]]));
  return { before: of(before), after: of(after) };
}

type Closing = Partial<Pick<Handling, 'doneAt' | 'doneBy'>>;

interface Decision {
  action: ActionName;
  item: Item;
  enquiry: MaybeEnquiry;
  patch: Partial<Decisions>;
  isUndo?: boolean;
  store: (seen: StoredEnquiry, after: Decisions & Closing) => ReturnType<typeof changeEnquiry>;
}

/** Changes decisions about one enquiry. The audit trail has what they were and what they are. */
export async function decide(
  task: TaskContext,
  { action, item, enquiry, patch, isUndo = false, store }: Decision,
) {
  const you = usernameOf(task.actor);
  const before = enquiry && decidedOf(enquiry);
  const after = before && settle(before, patch, you);
  const difference = before && typeof after === 'object' ? differenceOf(before, after) : undefined;
  // Tags may be personal data, so they are not recorded.
  const { tags: _old, ...old } = difference?.before ?? {};
  const { tags, ...current } = difference?.after ?? {};
  const conditions = [...(tags ? ['tags'] : []), ...(isUndo ? ['undo'] : [])];
  const states = difference && { before: old, after: current };
  return perform(task, action, { ids: [item.id], conditions, ...states }, async () => {
    const seen = requireSeen(enquiry, item);
    if (typeof after !== 'object') throw new TaskError('invalid', after ?? '');
    const isClosed = after.state === 'done';
    const closing = { doneAt: isClosed ? new Date() : null, doneBy: isClosed ? you : null };
    const isSame = isClosed === (seen.handling.state === 'done');
    const stored = await store(seen, isSame ? after : { ...after, ...closing });
    if (!stored) throw changedByColleague(seen.reference);
    return { id: item.id, version: stored.handling.version, before: difference?.before ?? {} };
  });
}

export async function updateEnquiries(
  task: TaskContext,
  { changes, isUndo = false }: ParsedInputOf<'enquiry.update'>,
): Promise<OutputOf<'enquiry.update'>> {
  const you = usernameOf(task.actor);
  const database = await task.database();
  const owners = changes.map(({ patch }) => patch.owner).filter((owner) => owner && owner !== you);
  const colleagues = owners.length > 0 && !isUndo ? await listColleagues(database) : [];
  const enquiriesById = await readItems(task, changes);
  function store(seen: StoredEnquiry, handling: Decisions) {
    const { owner, state } = handling;
    const isAssigned = owner !== seen.handling.owner;
    const isNotified = isAssigned && owner !== null && owner !== you && !isUndo;
    if (isNotified && !colleagues.some(({ username }) => username === owner)) {
      throw new TaskError('invalid', `The account ${owner} cannot change enquiries.`);
    }
    const isReopened = seen.handling.state === 'done' && state !== 'done';
    return changeEnquiry(database, seen, {
      handling,
      set: isNotified ? { notifyOwner: new Date() } : {},
      unset: !isNotified && (isAssigned || isReopened) ? ['notifyOwner'] : [],
    });
  }
  return changeEach(changes, ({ patch: { status, marked, ...patch }, ...item }) =>
    status === undefined
      ? decide(task, {
          action: 'enquiry.update',
          item,
          enquiry: enquiriesById.get(item.id),
          patch: patch as Partial<Decisions>,
          isUndo,
          store,
        })
      : judge(task, item, enquiriesById.get(item.id), { status, marked }),
  );
}

/** The accounts to which enquiries can be assigned, by name. */
export async function listColleagues(database: Database) {
  const users = await listUsers(database);
  return users
    .filter(({ disabled, role }) => !disabled && may(role, 'enquiry.change'))
    .map(({ username, name }) => ({ username, name }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Moves an enquiry to Spam or out of it, or takes the mark off possible spam. */
async function judge(
  task: TaskContext,
  item: Item,
  enquiry: MaybeEnquiry,
  { status, marked }: { status: Judgement['status']; marked: boolean | undefined },
) {
  const before = { status: enquiry?.status ?? 'accepted', marked: enquiry?.marked === true };
  const after = { status, marked: marked ?? before.marked };
  const [wasSpam, isSpam] = [before, after].map((state) => state.status === 'quarantined');
  const action = isSpam ? 'enquiry.spam' : 'enquiry.not-spam';
  return perform(task, action, { ids: [item.id], before, after }, async () => {
    const seen = requireSeen(enquiry, item);
    if (wasSpam === isSpam && before.marked === after.marked) {
      throw new TaskError('invalid', `It is ${isSpam ? 'already' : 'not'} marked as spam.`);
    }
    // Fails here if Redis is down: emails that cannot be queued would wait for the next sweep.
    if (!isSpam) await task.redis();
    const database = await task.database();
    const stored = await storeJudgement(database, seen, after, task.retentionMonths);
    if (!stored) throw changedByColleague(seen.reference);
    if (!isSpam) await enqueuePending(task, stored);
    return { id: item.id, version: stored.handling.version, before };
  });
}
