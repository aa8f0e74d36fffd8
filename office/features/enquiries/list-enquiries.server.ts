import { localTime } from '../../../contract/time.ts';
import { contactFieldNames, contactField } from '../../../contract/contact-fields.ts';
import { notificationKinds, notifications } from '../../../contract/notifications.ts';
import {
  countSubmissions,
  type HandlingCount,
  type Position,
  type SubmissionFilter,
} from '../../../storage/search-submissions.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { TaskError, usernameOf, type DatabaseContext } from '../../server/task.ts';
import { rowOf, type SubmissionRow } from './describe-submission.server.ts';
import { findSubmissions, listSubmissions } from './find-submissions.server.ts';
import { filterOf, isInList, listNames, stateWords, type ListName } from './state.ts';
import { stateOfSubmission } from './change-state.server.ts';
import { writeCsv, writeXlsx, type Column } from '../../server/spreadsheet.ts';

interface TabSearch {
  tab: ListName;
  /** Text in any field, or a reference in any spelling. */
  search?: string | undefined;
}

/**
 * A page of a list with its total, and the count of each list from `count`. Recorded in the audit
 * trail.
 */
export async function listEnquiries(
  context: DatabaseContext,
  { limit, after, ...wanted }: TabSearch & { limit: number; after?: Position | undefined },
  count: () => Promise<HandlingCount[]>,
): Promise<{
  rows: SubmissionRow[];
  total: number;
  counts: Record<ListName, number>;
  end: Position | undefined;
}> {
  const database = await context.database();
  const filter = searchFilter(context, wanted);
  const [{ submissions, end }, groups] = await Promise.all([
    findSubmissions(context, { filter, limit, after }),
    count(),
  ]);
  const counts = countTabs(groups, usernameOf(context.actor));
  const isWhole = !after && !end;
  const total = isWhole
    ? submissions.length
    : wanted.search
      ? await countSubmissions(database, filter)
      : counts[wanted.tab];
  return { rows: submissions.map(rowOf), total, counts, end };
}

function searchFilter({ actor }: DatabaseContext, { tab, search }: TabSearch): SubmissionFilter {
  return { ...filterOf(tab, usernameOf(actor)), ...(search ? { text: search } : {}) };
}

/** The number of enquiries per list, for the given member of staff. */
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

const columns: Column<ContactSubmission>[] = [
  { title: 'Reference', of: ({ reference }) => reference },
  { title: 'Received', of: ({ createdAt }) => localTime(createdAt) },
  ...contactFieldNames.map((name) => ({
    title: contactField(name).label,
    of: (submission: Partial<ContactSubmission>) => submission[name] ?? '',
  })),
  { title: 'State', of: (submission) => stateWords(stateOfSubmission(submission)) },
  ...notificationKinds.map((kind) => ({
    title: notifications[kind].label,
    of: (submission: ContactSubmission) => submission.notifications[kind]?.status ?? '',
  })),
  { title: 'Kept until', of: ({ expiresAt }) => localTime(expiresAt) },
];

/** A workbook is built in memory. */
const mostInWorkbook = 20_000;

interface Export extends TabSearch {
  /** Recorded in the audit trail. */
  reason: string;
}

/** A whole list as CSV, streamed, in South African time. */
export async function* exportCsv(context: DatabaseContext, wanted: Export): AsyncGenerator<string> {
  const { rows } = await listExported(context, wanted);
  yield* writeCsv(columns, rows, { bom: true });
}

/**
 * The same as an Excel workbook.
 *
 * @throws TaskError if there are too many enquiries.
 */
export async function exportWorkbook(context: DatabaseContext, wanted: Export): Promise<Buffer> {
  const { rows, total } = await listExported(context, wanted);
  if (total > mostInWorkbook) {
    const [most, all] = [mostInWorkbook, total].map((count) => count.toLocaleString('en-GB'));
    throw new TaskError(
      'invalid',
      `A workbook can hold ${most} enquiries, but there are ${all}. Save them as CSV instead.`,
    );
  }
  return writeXlsx(columns, rows);
}

function listExported(context: DatabaseContext, { reason, ...wanted }: Export) {
  return listSubmissions(context, {
    filter: searchFilter(context, wanted),
    limit: Infinity,
    action: 'enquiry.export',
    reason,
  });
}
