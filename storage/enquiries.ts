import type { Database } from './connection.ts';
import { lastingParts } from './notifications.ts';
import { conditionOfEmail, conditionsOfText, isSameSender, searchWordsOf } from './search-words.ts';
import type {
  ContactSubmission,
  Handling,
  Note,
  NotificationState,
  Reply,
  SubmissionStatus,
} from './submission-model.ts';
import { addMonths, quarantineEnd } from './submissions.ts';

/** A stored enquiry with its defaults (enquiry-defaults.ts). */
export type StoredEnquiry = ContactSubmission & { handling: Handling; changedAt: Date };

/** Which enquiries are wanted. All given conditions have to match. */
export interface EnquiryQuery {
  /** Only spam, or only enquiries that are not spam. */
  isSpam?: boolean | undefined;
  status?: SubmissionStatus | undefined;
  state?: Handling['state'] | undefined;
  owner?: string | null | undefined;
  marked?: boolean | undefined;
  /** The sender's email address; capitals are ignored. */
  email?: string | undefined;
  /** Beginnings of words in any field, tag, note or reply, in any order; or a reference. */
  text?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  tag?: string | undefined;
  isUnanswered?: boolean | undefined;
  /** Only those whose reply is due before this day. */
  dueBefore?: string | undefined;
  isOpen?: boolean | undefined;
}

const notSpam = { $in: ['accepted', 'released'] as SubmissionStatus[] };

function conditionsOf(query: EnquiryQuery): Record<string, unknown> {
  const { isSpam, status, state, owner, marked, email, text, from, to, tag } = query;
  const states = [state && { $eq: state }, query.isOpen && { $ne: 'done' }].filter(Boolean);
  const created = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
  return {
    ...(isSpam !== undefined && { status: isSpam ? 'quarantined' : notSpam }),
    ...(status && { status }),
    ...(states.length > 0 && { 'handling.state': Object.assign({}, ...states) as object }),
    ...(owner !== undefined && { 'handling.owner': owner }),
    ...(marked && { marked: true }),
    ...(tag && { 'handling.tags': tag }),
    ...(query.isUnanswered && { 'handling.answeredOn': null }),
    ...(query.dueBefore && { dueOn: { $lt: query.dueBefore } }),
    ...(Object.keys(created).length > 0 && { createdAt: created }),
    ...(email && conditionOfEmail(email)),
    ...(text && { $or: conditionsOfText(text) }),
  };
}

/** The position after the last enquiry of a page. */
export interface EnquiryPosition {
  createdAt: Date;
  id: string;
  followUp: string | null;
}

export type EnquiryOrder = 'newest' | 'oldest' | 'followUps';

const orders = {
  newest: { createdAt: -1, _id: -1 },
  oldest: { createdAt: 1, _id: 1 },
  /** Follow-ups that have come due first. */
  followUps: { 'handling.followUp': -1, createdAt: -1, _id: -1 },
} as const;

interface Page {
  order?: EnquiryOrder;
  /** By default all. */
  limit?: number;
  after?: EnquiryPosition | undefined;
}

/** Reads enquiries after a position, by default from the newest on. */
export function findEnquiries(
  { submissions }: Database,
  query: EnquiryQuery,
  { order = 'newest', limit = 0, after }: Page = {},
): Promise<StoredEnquiry[]> {
  const conditions = [conditionsOf(query), ...(after ? [isAfter(after, order)] : [])];
  return submissions
    .find({ $and: conditions })
    .sort(orders[order])
    .limit(limit)
    .lean<StoredEnquiry[]>()
    .exec();
}

function isAfter({ createdAt, id: _id, followUp }: EnquiryPosition, order: EnquiryOrder): object {
  const later = (value: unknown) => (order === 'oldest' ? { $gt: value } : { $lt: value });
  const behind = [{ createdAt: later(createdAt) }, { createdAt, _id: later(_id) }];
  if (order !== 'followUps') return { $or: behind };
  const same = { 'handling.followUp': followUp, $or: behind };
  if (followUp === null) return same;
  return { $or: [same, { 'handling.followUp': { $lt: followUp } }, { 'handling.followUp': null }] };
}

/** Yields enquiries, newest first. */
export function streamEnquiries(
  { submissions }: Database,
  query: EnquiryQuery,
): AsyncIterable<StoredEnquiry> {
  const found = submissions.find(conditionsOf(query)).sort(orders.newest);
  return found.lean<StoredEnquiry>().cursor({ batchSize: 500 });
}

export function countEnquiries({ submissions }: Database, query: EnquiryQuery): Promise<number> {
  return submissions.countDocuments(conditionsOf(query)).exec();
}

/** How many enquiries have a status, a state and an assignee. */
export interface EnquiryGroup {
  status: SubmissionStatus;
  state: Handling['state'];
  owner: string | null;
  /** Whether they are possible spam. */
  marked: boolean;
  count: number;
}

/** Counts the enquiries by what decides which list they are in. */
export async function countGroups({ submissions }: Database): Promise<EnquiryGroup[]> {
  const _id = {
    ...{ status: '$status', state: '$handling.state', owner: '$handling.owner' },
    marked: '$marked',
  };
  const groups = await submissions
    .aggregate<{ _id: Omit<EnquiryGroup, 'count' | 'marked'> & { marked?: true }; count: number }>([
      { $group: { _id, count: { $sum: 1 } } },
    ])
    .exec();
  return groups.map(({ _id: { marked, ...group }, count }) => ({
    ...group,
    marked: Boolean(marked),
    count,
  }));
}

/** The enquiry with an id or a reference; several if their references are equal. */
export function findNamed(
  { submissions }: Database,
  name: { id: string } | { reference: string },
): Promise<StoredEnquiry[]> {
  const filter = 'id' in name ? { _id: name.id } : { reference: name.reference };
  return submissions.find(filter).limit(2).lean<StoredEnquiry[]>().exec();
}

export function findByIds(
  { submissions }: Database,
  ids: readonly string[],
): Promise<StoredEnquiry[]> {
  return submissions
    .find({ _id: { $in: [...ids] } })
    .lean<StoredEnquiry[]>()
    .exec();
}

/** Every tag that is in use, in alphabetical order. */
export async function findTags({ submissions }: Database): Promise<string[]> {
  const tags = await submissions.distinct('handling.tags').exec();
  return tags.sort((one, other) => one.localeCompare(other));
}

const maxOthers = 20;

/** Others from the same address, or with the same name and organisation. Newest first. */
export async function findOthers(
  { submissions }: Database,
  enquiry: ContactSubmission,
): Promise<StoredEnquiry[]> {
  const { _id, email, firstName, lastName, organisation } = enquiry;
  const search = (condition: object) =>
    submissions
      .find({ _id: { $ne: _id }, ...condition })
      .sort(orders.newest)
      .limit(2 * maxOthers)
      .lean<StoredEnquiry[]>()
      .exec();
  const [sameAddress, sameWords] = await Promise.all([
    email ? search(conditionOfEmail(email)) : [],
    search({ $or: conditionsOfText(`${firstName} ${lastName} ${organisation}`) }),
  ]);
  const sameName = sameWords.filter((other) => isSameSender(other, enquiry));
  return [...new Map([...sameAddress, ...sameName].map((other) => [other._id, other])).values()]
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, maxOthers);
}

/** What shows whether enquiries have changed, and how many are new. */
export async function readPulse(database: Database) {
  const { submissions } = database;
  const fresh = { status: notSpam, 'handling.state': 'new' } as const;
  const newestOf = (filter: object, sort: Record<string, -1>) =>
    submissions
      .findOne(filter)
      .sort(sort)
      .select({ reference: 1, changedAt: 1 })
      .lean<Pick<ContactSubmission, 'reference' | 'changedAt'>>()
      .exec();
  const [changed, groups, newest] = await Promise.all([
    // Every enquiry has the time: this finds the latest in its index.
    newestOf({ changedAt: { $gt: new Date(0) } }, { changedAt: -1 }),
    countGroups(database),
    newestOf(fresh, { createdAt: -1, _id: -1 }),
  ]);
  const count = (some: EnquiryGroup[]) => some.reduce((sum, group) => sum + group.count, 0);
  const isNew = ({ state, status }: EnquiryGroup) => state === 'new' && status !== 'quarantined';
  return {
    token: `${changed?.changedAt?.getTime() ?? 0}-${count(groups)}`,
    new: count(groups.filter(isNew)),
    newest: newest?.reference ?? null,
  };
}

type Decisions = Pick<Handling, 'state' | 'owner' | 'followUp' | 'answeredOn' | 'tags'>;

interface Decision {
  after: Decisions;
  /** The username of the person who decides. */
  by: string;
  /** Whether the assignee is emailed; undefined if that stays as it is. */
  notifyOwner?: boolean | undefined;
}

/**
 * Stores decisions about an enquiry.
 *
 * @returns the enquiry after the change; null if it has changed since it was read.
 */
export async function storeDecision(
  database: Database,
  seen: StoredEnquiry,
  { after, by, notifyOwner }: Decision,
): Promise<StoredEnquiry | null> {
  const stored = await update(database, seen, {
    set: { ...decided(seen, after, by), ...(notifyOwner ? { notifyOwner: new Date() } : {}) },
    unset: notifyOwner === false ? ['notifyOwner'] : [],
  });
  if (stored && after.tags !== seen.handling.tags) await refreshWords(database, seen._id);
  return stored;
}

function decided({ handling }: StoredEnquiry, after: Decisions, by: string) {
  const isClosed = after.state === 'done';
  const closing =
    isClosed === (handling.state === 'done')
      ? {}
      : { doneAt: isClosed ? new Date() : null, doneBy: isClosed ? by : null };
  const { state, owner, followUp, answeredOn, tags } = after;
  return prefixed({ state, owner, followUp, answeredOn, tags, ...closing });
}

function prefixed(handling: Partial<Handling>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(handling).map(([name, value]) => [`handling.${name}`, value]),
  );
}

/** Adds a note, whatever else has changed. Null if there is no such enquiry. */
export async function addNote(
  database: Database,
  id: string,
  note: Note,
): Promise<StoredEnquiry | null> {
  const noted = await database.submissions
    .findOneAndUpdate(
      { _id: id },
      { $set: { changedAt: new Date() }, $push: { 'handling.notes': note } },
      { returnDocument: 'after' },
    )
    .select(everyField)
    .lean<StoredEnquiry>()
    .exec();
  if (noted) await refreshWords(database, id);
  return noted;
}

/**
 * Adds a reply with its decisions, which the caller has to queue. Null if the enquiry or the
 * delivery of the reply before has changed since the enquiry was read.
 */
export async function storeReply(
  database: Database,
  seen: StoredEnquiry,
  { after, by, reply }: Decision & { reply: Reply },
): Promise<StoredEnquiry | null> {
  const { handling, notifications } = seen;
  const outcome = notifications.reply;
  const replies = handling.replies.map((earlier) =>
    outcome && earlier.id === outcome.replyId ? { ...earlier, outcome } : earlier,
  );
  const stored = await update(database, seen, {
    set: {
      ...decided(seen, after, by),
      'handling.replies': [...replies, reply],
      'notifications.reply': { status: 'pending', updatedAt: reply.at, replyId: reply.id },
    },
    guard: { 'notifications.reply.status': outcome?.status ?? null },
  });
  if (stored) await refreshWords(database, seen._id);
  return stored;
}

/** Takes back a reply that is still pending. Null if it is not, or if the enquiry has changed. */
export async function takeBackReply(
  database: Database,
  seen: StoredEnquiry,
  { after, by, replyId }: Decision & { replyId: string },
): Promise<StoredEnquiry | null> {
  const kept = seen.handling.replies.filter(({ id }) => id !== replyId);
  const earlier = kept.at(-1)?.outcome;
  const stored = await update(database, seen, {
    set: {
      ...decided(seen, after, by),
      'handling.replies': kept,
      ...(earlier ? { 'notifications.reply': earlier } : {}),
    },
    unset: earlier ? [] : ['notifications.reply'],
    guard: { 'notifications.reply.status': 'pending', 'notifications.reply.replyId': replyId },
  });
  if (stored) await refreshWords(database, seen._id);
  return stored;
}

/** Whether an enquiry is spam, and whether it is possible spam. */
export interface Judgement {
  status: SubmissionStatus;
  marked: boolean;
}

/**
 * Stores whether an enquiry is spam. Emails move only between pending and withheld, and only those
 * that were not sent because of spam become pending, which the caller has to queue.
 *
 * @returns the enquiry after the change; null if it or one of its emails has changed.
 */
export function storeJudgement(
  database: Database,
  seen: StoredEnquiry,
  { status, marked }: Judgement,
  retentionMonths: number,
): Promise<StoredEnquiry | null> {
  const isSpam = status === 'quarantined';
  const emails = Object.entries(seen.notifications).flatMap(([kind, state]) => {
    const next = judged(kind, state, { isSpam, marked });
    return next ? [{ kind, state, next }] : [];
  });
  const now = new Date();
  const each = (part: (email: (typeof emails)[number]) => [string, unknown]) =>
    Object.fromEntries(emails.map(part));
  return update(database, seen, {
    set: {
      status,
      ...(marked ? { marked } : {}),
      expiresAt: isSpam ? quarantineEnd(now) : addMonths(seen.storedAt, retentionMonths),
      // The digest need not report what staff have marked.
      ...(isSpam ? { reportedAt: now } : {}),
      ...each(({ kind, state, next }) => [
        `notifications.${kind}`,
        { ...next, updatedAt: now, ...lastingParts(state) },
      ]),
    },
    unset: marked ? [] : ['marked'],
    guard: each(({ kind, state }) => [`notifications.${kind}.status`, state.status]),
  });
}

/** Why an email was withheld as spam; older records have no reason. */
const spamReasons: readonly (string | undefined)[] = [undefined, 'spam', 'possible spam'];

/** The next status of an email after a judgement; undefined if it stays as it is. */
function judged(
  kind: string,
  { status, reason }: NotificationState,
  { isSpam, marked }: { isSpam: boolean; marked: boolean },
): Pick<NotificationState, 'status' | 'reason'> | undefined {
  const isOfSpam = status === 'withheld' && spamReasons.includes(reason);
  if (status !== 'pending' && !isOfSpam) return undefined;
  if (isSpam) return status === 'pending' ? { status: 'withheld', reason: 'spam' } : undefined;
  if (marked && kind === 'acknowledgement') return { status: 'withheld', reason: 'possible spam' };
  return status === 'pending' ? undefined : { status: 'pending' };
}

/** Returns the follow-ups of today and earlier to their assignees' lists. They keep their day. */
export async function returnFollowUps({ submissions }: Database, today: string): Promise<number> {
  const due = {
    'handling.state': 'waiting' as const,
    'handling.followUp': { $gt: '', $lte: today },
  };
  const { modifiedCount } = await submissions.updateMany(due, {
    $set: { 'handling.state': 'open', changedAt: new Date() },
    $inc: { 'handling.version': 1 },
  });
  return modifiedCount;
}

interface Update {
  set: Record<string, unknown>;
  unset?: string[];
  /** Conditions besides an unchanged status and version. */
  guard?: Record<string, unknown>;
}

function update(
  { submissions }: Database,
  { _id, status, handling: { version } }: StoredEnquiry,
  { set, unset = [], guard = {} }: Update,
): Promise<StoredEnquiry | null> {
  return submissions
    .findOneAndUpdate(
      { _id, status, 'handling.version': version, ...guard },
      {
        $set: { ...set, changedAt: new Date() },
        // A desk of the last release must not undo a change that it has not seen.
        $unset: Object.fromEntries(['undo', ...unset].map((name) => [name, ''])),
        $inc: { 'handling.version': 1 },
      },
      { returnDocument: 'after', runValidators: true },
    )
    .select(everyField)
    .lean<StoredEnquiry>()
    .exec();
}

/** The embedded MongoDB cannot leave a field out of what an update answers. */
const everyField = '+words +notifyOwner';

const refreshTries = 3;

/** Stores the words by which an enquiry can be found, after its texts have changed. */
async function refreshWords({ submissions }: Database, _id: string): Promise<void> {
  for (let tries = 0; tries < refreshTries; tries += 1) {
    const found = await submissions.findById(_id).lean<StoredEnquiry>().exec();
    if (!found) return;
    // Nobody may have added a note in the meantime.
    const seen = { _id, changedAt: found.changedAt };
    const stored = await submissions.updateOne(seen, { $set: { words: searchWordsOf(found) } });
    if (stored.matchedCount > 0) return;
  }
}
