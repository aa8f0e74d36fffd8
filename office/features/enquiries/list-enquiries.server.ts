import { isAnsweredInTime, overdueBefore } from '../../../contract/reply-target.ts';
import { momentOf } from '../../../contract/time.ts';
import { contactFieldNames, contactField } from '../../../contract/contact-fields.ts';
import { notificationKinds, notifications } from '../../../contract/notifications.ts';
import {
  countSubmissions,
  readInBatches,
  searchSubmissions,
  type HandlingCount,
  type Position,
  type SubmissionFilter,
} from '../../../storage/search-submissions.ts';
import { handlingOf } from '../../../storage/handling.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import type { RequestOf } from '../../office-api.ts';
import type { NameOf } from '../../shell/use-names.ts';
import { readNames } from '../../accounts/names.server.ts';
import { record } from '../../server/run-action.ts';
import {
  dayColumn,
  timeColumn,
  writeCsv,
  writeXlsx,
  type Column,
} from '../../server/spreadsheet.ts';
import { TaskError, usernameOf, type DatabaseContext } from '../../server/task.ts';
import {
  closerOf,
  notesOf,
  promisedDay,
  replyTarget,
  rowOf,
  stateOfSubmission,
  tagsOf,
} from './describe-submission.server.ts';
import { filterOf, isInList, listNames, stateName, type ListName } from './state.ts';

/**
 * Reads a page of submissions, by default newest first, and records the reading in the audit trail
 * before returning. `end` is the position after which the next page begins; undefined on the last
 * page.
 */
export async function findSubmissions(
  context: DatabaseContext,
  filter: SubmissionFilter,
  {
    limit,
    after,
    oldestFirst = false,
  }: { limit: number; after?: Position | undefined; oldestFirst?: boolean | undefined },
): Promise<{ submissions: ContactSubmission[]; end: Position | undefined }> {
  const database = await context.database();
  const { or, ...main } = filter;
  // The first page begins with all follow-ups that are due, which `or` selects.
  const also =
    or && !after
      ? await searchSubmissions(database, { ...main, ...or }, { limit: 0, oldestFirst })
      : [];
  // One more than requested shows whether there is a next page.
  const found = await searchSubmissions(database, main, {
    limit: limit + 1,
    oldestFirst,
    ...(after ? { after } : {}),
  });
  const submissions = [...also, ...found.slice(0, limit)];
  await recordSeen(context, 'enquiry.list', filter, submissions);
  return { submissions, end: found.length > limit ? submissions.at(-1) : undefined };
}

const batchSize = 1_000;

/**
 * Finds the matching submissions, newest first, and their total number. Each batch is recorded in
 * the audit trail before its submissions are returned.
 */
export async function listSubmissions(
  context: DatabaseContext,
  action: 'enquiry.list' | 'enquiry.export',
  filter: SubmissionFilter,
  { limit = Infinity, reason }: { limit?: number; reason?: string } = {},
): Promise<{ total: number; rows: AsyncIterable<ContactSubmission> }> {
  const database = await context.database();
  async function* rows(): AsyncGenerator<ContactSubmission> {
    for await (const batch of readInBatches(database, filter, { limit, batchSize })) {
      await recordSeen(context, action, filter, batch, reason);
      yield* batch;
    }
  }
  return { total: await countSubmissions(database, filter), rows: rows() };
}

function recordSeen(
  context: DatabaseContext,
  action: 'enquiry.list' | 'enquiry.export',
  filter: SubmissionFilter,
  seen: ContactSubmission[],
  reason?: string,
): Promise<void> {
  const ids = seen.map(({ _id }) => _id);
  const conditions = Object.keys(filter);
  return record(context, action, { ids, conditions, ...(reason ? { reason } : {}) });
}

/**
 * Reads a page of a list, and records that in the audit trail. Also returns the number of matching
 * enquiries, and the number in each list, which is calculated from the groups that `count` returns.
 */
export async function listEnquiries(
  context: DatabaseContext,
  {
    limit,
    after,
    oldestFirst,
    ...wanted
  }: Omit<RequestOf<'enquiry.list'>, 'cursor'> & { after?: Position | undefined },
  count: () => Promise<HandlingCount[]>,
) {
  const filter = filterOfRequest(context, wanted);
  const [{ submissions, end }, groups] = await Promise.all([
    findSubmissions(context, filter, { limit, after, oldestFirst }),
    count(),
  ]);
  const counts = countTabs(groups, usernameOf(context.actor));
  const { tab, ...narrowed } = wanted;
  const isWhole = !after && !end;
  const total = isWhole
    ? submissions.length
    : Object.values(narrowed).some((value) => value !== undefined)
      ? await countSubmissions(await context.database(), filter)
      : counts[tab];
  return { rows: submissions.map(rowOf), total, counts, end };
}

/** The filter for a list, for a search text, or for both. */
export function filterFor(
  { actor }: DatabaseContext,
  list: ListName | undefined,
  text: string | undefined,
): SubmissionFilter {
  return { ...(list && filterOf(list, usernameOf(actor))), ...(text ? { text } : {}) };
}

type Wanted = Omit<RequestOf<'enquiry.export'>, 'format' | 'reason'>;

function filterOfRequest(
  context: DatabaseContext,
  { tab, search, owner, from, to, tag, marked, reply }: Wanted,
): SubmissionFilter {
  const filter = filterFor(context, tab, search);
  const ends = [
    // `to` is inclusive, so the filter ends when the next day begins.
    to && momentOf(to).getTime() + 86_400_000,
    reply === 'overdue' && replyTarget && overdueBefore(Date.now(), replyTarget).getTime(),
  ].filter((end) => typeof end === 'number');
  return {
    ...filter,
    ...(owner === undefined ? {} : withOwner(filter, owner)),
    ...(tag ? { tag } : {}),
    ...(marked ? { marked } : {}),
    ...(from ? { from: momentOf(from) } : {}),
    ...(ends.length > 0 ? { to: new Date(Math.min(...ends)) } : {}),
    // Closed enquiries need no reply: leave them out, except from the Closed list.
    ...(reply ? { unanswered: true, ...(tab !== 'closed' && { open: true }) } : {}),
  };
}

function withOwner({ handling, or }: SubmissionFilter, owner: string | null): SubmissionFilter {
  return {
    handling: { ...handling, owner },
    ...(or ? { or: { ...or, handling: { ...or.handling, owner } } } : {}),
  };
}

/** The number of enquiries in each list, as the given member of staff sees the lists. */
export function countTabs(
  groups: readonly HandlingCount[],
  username: string,
): Record<ListName, number> {
  const count = (name: ListName) =>
    groups
      .filter((group) => isInList(name, group, username))
      .reduce((sum, group) => sum + group.count, 0);
  return Object.fromEntries(listNames.map((name) => [name, count(name)])) as Record<
    ListName,
    number
  >;
}

const columnsWith = (nameOf: NameOf): Column<ContactSubmission>[] => [
  { title: 'Reference', of: ({ reference }) => reference },
  timeColumn('Received', ({ createdAt }) => createdAt),
  ...contactFieldNames.map((name) => ({
    title: contactField(name).label,
    of: (submission: Partial<ContactSubmission>) => submission[name] ?? '',
  })),
  { title: 'State', of: (submission) => stateName(stateOfSubmission(submission)) },
  { title: 'Assigned to', of: (submission) => nameIn(nameOf, handlingOf(submission).owner) },
  dayColumn('Follow up on', (submission) => handlingOf(submission).followUp),
  dayColumn('Reply due', promisedDay),
  dayColumn('Answered', (submission) => handlingOf(submission).answeredOn),
  { title: 'Answered in time', of: inTime },
  timeColumn('Closed', ({ handling }) => handling?.doneAt),
  { title: 'Closed by', of: (submission) => nameIn(nameOf, closerOf(submission)) },
  { title: 'Tags', of: tagsOf },
  { title: 'Notes', of: (submission) => notesOf(submission, nameOf) },
  ...notificationKinds.map((kind) => ({
    title: notifications[kind].label,
    of: (submission: ContactSubmission) => submission.notifications[kind]?.status ?? '',
  })),
  timeColumn('Kept until', ({ expiresAt }) => expiresAt),
];

/** 'Yes' or 'No'; empty if no reply is promised, if it is not due yet, or if none was needed. */
function inTime(submission: ContactSubmission): string {
  const due = promisedDay(submission);
  const isInTime = due && isAnsweredInTime(handlingOf(submission), due, Date.now());
  return typeof isInTime === 'boolean' ? (isInTime ? 'Yes' : 'No') : '';
}

const nameIn = (nameOf: NameOf, username: string | null) => (username ? nameOf(username) : '');

/** The maximum number of rows in a workbook. Workbooks are built in memory. */
const maxInWorkbook = 20_000;

/**
 * Exports all matching enquiries, with South African times, as streamed CSV or as an Excel
 * workbook.
 *
 * @throws TaskError if there are too many enquiries for a workbook.
 */
export async function exportEnquiries(
  context: DatabaseContext,
  { format, reason, ...wanted }: RequestOf<'enquiry.export'>,
): Promise<AsyncIterable<string> | Buffer> {
  const filter = filterOfRequest(context, wanted);
  const { rows, total } = await listSubmissions(context, 'enquiry.export', filter, { reason });
  if (format === 'xlsx' && total > maxInWorkbook) {
    const [max, all] = [maxInWorkbook, total].map((count) => count.toLocaleString('en-ZA'));
    throw new TaskError(
      'invalid',
      `A workbook can hold ${max} enquiries, but there are ${all}. Save them as CSV instead.`,
    );
  }
  const names = await readNames(await context.database());
  const columns = columnsWith((username) => names[username] ?? username);
  return format === 'csv' ? writeCsv(columns, rows, { bom: true }) : writeXlsx(columns, rows);
}
