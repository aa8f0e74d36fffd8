import {
  countedFields,
  initialHandling,
  ofEachHandlingField,
  type HandlingField,
  type HandlingValues,
} from '../contract/submission-view.ts';
import { inBatches } from '../platform/batch.ts';
import type { Database } from './connection.ts';
import { conditionOfEmail, conditionsOfText } from './search-conditions.ts';
import type { ContactSubmission, SubmissionStatus } from './submission-model.ts';

/** The cursor for the next page of submissions: identifies the last one of the current page. */
export type Position = Pick<ContactSubmission, 'createdAt' | '_id'>;

/** A filter for submissions. All given conditions have to match. */
export interface SubmissionFilter {
  /** Beginnings of words in any field, tag, note or reply, in any order; or a reference. */
  text?: string;
  /** The sender's email address; capitals are ignored. */
  email?: string;
  from?: Date;
  /** Exclusive. */
  to?: Date;
  status?: SubmissionStatus;
  quarantined?: boolean;
  /** Only possible spam. */
  marked?: boolean;
  handling?: Partial<HandlingValues>;
  /** Only submissions to follow up on this day or earlier. */
  followUpBy?: string;
  tag?: string;
  unanswered?: boolean;
  /** Only submissions that are not closed. */
  open?: boolean;
  /** An alternative to `handling` and `followUpBy` above: either they or these have to match. */
  or?: HandlingFilter;
}

type HandlingFilter = Pick<SubmissionFilter, 'handling' | 'followUpBy'>;

const newestFirst = { createdAt: -1, _id: -1 } as const;
const oldestFirst = { createdAt: 1, _id: 1 } as const;

/** Reads up to `limit` submissions (all if 0) after a cursor, by default newest first. */
export function searchSubmissions(
  { submissions }: Database,
  filter: SubmissionFilter,
  {
    limit,
    after,
    oldestFirst: isReversed = false,
  }: { limit: number; after?: Position; oldestFirst?: boolean },
): Promise<ContactSubmission[]> {
  return submissions
    .find({ $and: [conditionsOf(filter), ...(after ? [isAfter(after, isReversed)] : [])] })
    .sort(isReversed ? oldestFirst : newestFirst)
    .limit(limit)
    .lean<ContactSubmission[]>()
    .exec();
}

/**
 * Yields the matching submissions in batches, newest first. If there are none, yields one empty
 * batch.
 */
export async function* readInBatches(
  { submissions }: Database,
  filter: SubmissionFilter,
  { limit, batchSize }: { limit: number; batchSize: number },
): AsyncGenerator<ContactSubmission[]> {
  const found = submissions.find(conditionsOf(filter)).sort(newestFirst);
  if (limit < Infinity) found.limit(limit);
  let isEmpty = true;
  const rows = found.lean<ContactSubmission>().cursor({ batchSize });
  for await (const batch of inBatches(rows, batchSize)) {
    isEmpty = false;
    yield batch;
  }
  if (isEmpty) yield [];
}

export function countSubmissions(
  { submissions }: Database,
  filter: SubmissionFilter,
): Promise<number> {
  return submissions.countDocuments(conditionsOf(filter)).exec();
}

/** The references of the given submissions, without test enquiries and spam. */
export async function findAccepted(
  { submissions }: Database,
  ids: readonly string[],
): Promise<string[]> {
  const accepted = { canary: { $ne: true }, status: { $ne: 'quarantined' } } as const;
  const found = await submissions
    .find({ _id: { $in: [...ids] }, ...accepted })
    .select({ reference: 1 })
    .lean<Pick<ContactSubmission, 'reference'>[]>()
    .exec();
  return found.map(({ reference }) => reference);
}

function isAfter({ createdAt, _id }: Position, isReversed: boolean): object {
  const later = (value: unknown) => (isReversed ? { $gt: value } : { $lt: value });
  return { $or: [{ createdAt: later(createdAt) }, { createdAt, _id: later(_id) }] };
}

function conditionsOf(filter: SubmissionFilter): object {
  const { text, email, from, to, status, quarantined, marked, tag, unanswered, open, or } = filter;
  const conditions: object[] = [{ canary: { $ne: true } }];
  if (text) conditions.push({ $or: conditionsOfText(text) });
  if (email) conditions.push(conditionOfEmail(email));
  if (from) conditions.push({ createdAt: { $gte: from } });
  if (to) conditions.push({ createdAt: { $lt: to } });
  if (status) conditions.push({ status });
  if (marked) conditions.push({ marked: true });
  if (tag) conditions.push({ 'handling.tags': tag });
  if (unanswered) conditions.push({ 'handling.answeredOn': null });
  if (open) conditions.push({ 'handling.state': { $ne: 'done' } });
  if (quarantined !== undefined)
    conditions.push({ status: quarantined ? 'quarantined' : { $ne: 'quarantined' } });
  const handled = conditionsOfHandling(filter);
  if (or) conditions.push({ $or: [{ $and: handled }, { $and: conditionsOfHandling(or) }] });
  else conditions.push(...handled);
  return { $and: conditions };
}

function conditionsOfHandling({ handling = {}, followUpBy }: HandlingFilter): object[] {
  // Fields that were never set are not stored.
  const conditions: object[] = Object.entries(handling).map(([name, value]) => {
    const isInitial = value === initialHandling[name as HandlingField];
    return { [`handling.${name}`]: isInitial ? { $in: [null, value] } : value };
  });
  return followUpBy ? [...conditions, { 'handling.followUp': { $lte: followUpBy } }] : conditions;
}

/** The submissions linked to a submission, in either direction. Newest first, at most 20. */
export function findLinked(
  { submissions }: Database,
  { reference, handling }: Pick<ContactSubmission, 'reference' | 'handling'>,
): Promise<ContactSubmission[]> {
  return submissions
    .find({
      canary: { $ne: true },
      $or: [{ reference: { $in: handling?.linked ?? [] } }, { 'handling.linked': reference }],
    })
    .sort(newestFirst)
    .limit(20)
    .lean<ContactSubmission[]>()
    .exec();
}

/** Every tag that is in use, in alphabetical order. */
export async function findTags({ submissions }: Database): Promise<string[]> {
  const found = (await submissions.distinct('handling.tags').exec()) as unknown[];
  return found
    .filter((tag) => typeof tag === 'string')
    .sort((one, other) => one.localeCompare(other));
}

export interface HandlingCount extends HandlingValues {
  status: SubmissionStatus;
  count: number;
}

/** Counts visitors' submissions by status and `countedFields`, in one query. */
export async function countByHandling({ submissions }: Database): Promise<HandlingCount[]> {
  const groups = await submissions
    .aggregate<{ _id: Partial<Omit<HandlingCount, 'count'>>; count: number }>([
      { $match: { canary: { $ne: true } } },
      {
        $group: {
          _id: {
            status: '$status',
            ...Object.fromEntries(countedFields.map((name) => [name, `$handling.${name}`])),
          },
          count: { $sum: 1 },
        },
      },
    ])
    .exec();
  return groups.map(({ _id: { status = 'accepted', ...values }, count }) => ({
    ...(ofEachHandlingField((name) => values[name] ?? initialHandling[name]) as HandlingValues),
    status,
    count,
  }));
}
