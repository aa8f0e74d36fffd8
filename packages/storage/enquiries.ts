import type { Database } from './connection.ts';
import { conditionOfEmail, conditionsOfSender, conditionsOfText, isSameSender } from './search.ts';
import type { ContactSubmission, Handling, SubmissionStatus } from './submission-model.ts';

type Stored = Pick<Database, 'submissions'>;

/** An enquiry with its defaults, as the desk reads it. */
export type StoredEnquiry = ContactSubmission & { handling: Handling; changedAt: Date };

/** Which enquiries are wanted. All given conditions have to match. */
export interface EnquiryQuery {
  isSpam?: boolean | undefined;
  status?: SubmissionStatus | undefined;
  state?: Handling['state'] | undefined;
  owner?: string | null | undefined;
  marked?: boolean | undefined;
  email?: string | undefined;
  /** Beginnings of words in any field, tag, note or reply, in any order; or a reference. */
  text?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  tag?: string | undefined;
  isUnanswered?: boolean | undefined;
  dueBefore?: string | undefined;
  isOpen?: boolean | undefined;
}

const notSpam = { $in: ['accepted', 'released'] as SubmissionStatus[] };

function conditionsOf(query: EnquiryQuery): Record<string, unknown> {
  const { isSpam, status, state, owner, marked, email, text, from, to, tag } = query;
  const states = { ...(state && { $eq: state }), ...(query.isOpen && { $ne: 'done' }) };
  const created = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
  return {
    ...(isSpam !== undefined && { status: isSpam ? 'quarantined' : notSpam }),
    ...(status && { status }),
    ...((state ?? query.isOpen) && { 'handling.state': states }),
    ...(owner !== undefined && { 'handling.owner': owner }),
    ...(marked && { marked: true }),
    ...(tag && { 'handling.tags': tag }),
    ...(query.isUnanswered && { 'handling.answeredOn': null }),
    ...(query.dueBefore && { dueOn: { $lt: query.dueBefore } }),
    ...((from ?? to) && { createdAt: created }),
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

export type EnquiryOrder = keyof typeof orders;

const orders = {
  newest: { createdAt: -1, _id: -1 },
  oldest: { createdAt: 1, _id: 1 },
  /** Follow-ups that have come due first. */
  followUps: { 'handling.followUp': -1, createdAt: -1, _id: -1 },
} as const;

interface Page {
  order?: EnquiryOrder;
  limit?: number;
  after?: EnquiryPosition | undefined;
}

export function findEnquiries(
  { submissions }: Stored,
  query: EnquiryQuery,
  { order = 'newest', limit = 0, after }: Page = {},
): Promise<StoredEnquiry[]> {
  const conditions = [conditionsOf(query), ...(after ? [isAfter(after, order)] : [])];
  const matching = submissions.find({ $and: conditions }).sort(orders[order]).limit(limit);
  return matching.lean<StoredEnquiry[]>().exec();
}

function isAfter({ createdAt, id: _id, followUp }: EnquiryPosition, order: EnquiryOrder): object {
  const later = (value: unknown) => (order === 'oldest' ? { $gt: value } : { $lt: value });
  const behind = [{ createdAt: later(createdAt) }, { createdAt, _id: later(_id) }];
  if (order !== 'followUps') return { $or: behind };
  const same = { 'handling.followUp': followUp, $or: behind };
  if (followUp === null) return same;
  return { $or: [same, { 'handling.followUp': { $lt: followUp } }, { 'handling.followUp': null }] };
}

export function countEnquiries({ submissions }: Stored, query: EnquiryQuery): Promise<number> {
  return submissions.countDocuments(conditionsOf(query)).exec();
}

export interface EnquiryGroup {
  status: SubmissionStatus;
  state: Handling['state'];
  owner: string | null;
  count: number;
}

/** Counts the enquiries by what decides which list they are in. */
export async function countGroups({ submissions }: Stored): Promise<EnquiryGroup[]> {
  const states = { state: '$handling.state', owner: '$handling.owner' };
  const groups = await submissions.aggregate<{
    _id: Omit<EnquiryGroup, 'count'>;
    count: number;
  }>([{ $group: { _id: { status: '$status', ...states }, count: { $sum: 1 } } }]);
  return groups.map(({ _id, count }) => ({ ..._id, count }));
}

/** The enquiry with an id or a reference; several if their references are equal. */
export function findNamed(
  { submissions }: Stored,
  name: { id: string } | { reference: string },
): Promise<StoredEnquiry[]> {
  const filter = 'id' in name ? { _id: name.id } : { reference: name.reference };
  return submissions.find(filter).limit(2).lean<StoredEnquiry[]>().exec();
}

const maxOthers = 20;

/** Others from the same address, or with the same name and organisation. Newest first. */
export async function findOthers(
  { submissions }: Stored,
  enquiry: ContactSubmission,
): Promise<StoredEnquiry[]> {
  const { _id, email } = enquiry;
  const conditions = [...(email ? [conditionOfEmail(email)] : []), ...conditionsOfSender(enquiry)];
  if (conditions.length === 0) return [];
  const candidates = await submissions
    .find({ _id: { $ne: _id }, $or: conditions })
    .sort(orders.newest)
    .limit(2 * maxOthers)
    .lean<StoredEnquiry[]>()
    .exec();
  return candidates.filter((other) => isSameSender(other, enquiry)).slice(0, maxOthers);
}

/** What shows whether enquiries have changed, and how many are new. */
export async function readPulse(database: Stored) {
  const newestOf = (filter: object, sort: Record<string, -1>) =>
    database.submissions
      .findOne(filter)
      .sort(sort)
      .select({ reference: 1, changedAt: 1 })
      .lean<Pick<ContactSubmission, 'reference' | 'changedAt'>>()
      .exec();
  const [changed, groups, newest] = await Promise.all([
    // Every enquiry has the time: this finds the latest in its index.
    newestOf({ changedAt: { $gt: new Date(0) } }, { changedAt: -1 }),
    countGroups(database),
    newestOf({ status: notSpam, 'handling.state': 'new' }, orders.newest),
  ]);
  const count = (counted: EnquiryGroup[]) => counted.reduce((sum, group) => sum + group.count, 0);
  const isNew = ({ state, status }: EnquiryGroup) => state === 'new' && status !== 'quarantined';
  return {
    token: `${changed?.changedAt?.getTime() ?? 0}-${count(groups)}`,
    new: count(groups.filter(isNew)),
    newest: newest?.reference ?? null,
  };
}
