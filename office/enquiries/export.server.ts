import { contactField, contactFieldNames } from '../../contract/contact-fields.ts';
import { notificationKinds, notifications } from '../../contract/notifications.ts';
import { isAnsweredInTime } from '../../contract/reply-target.ts';
import { localTime } from '../../contract/time.ts';
import { inBatches } from '../../platform/batch.ts';
import {
  countEnquiries,
  streamEnquiries,
  type EnquiryQuery,
  type StoredEnquiry,
} from '../../storage/enquiries.ts';
import { actorOf } from '../server/run-action.ts';
import { dayColumn, timeColumn, writeCsv, writeXlsx, type Column } from '../server/spreadsheet.ts';
import { TaskError, type DatabaseContext, type TaskContext } from '../server/task.ts';
import { stateLabels } from './decisions.ts';
import { closerOf } from './describe.server.ts';
import { channelWords } from './lists.ts';

/** Workbooks are built in memory. */
const maxInWorkbook = 20_000;
const batchSize = 500;

interface Recorded {
  query: EnquiryQuery;
  /** What the audit trail records besides the ids. */
  conditions: string[];
  reason?: string;
  limit?: number | undefined;
}

/**
 * Exports the enquiries of a query, with South African times, as streamed CSV or as an Excel
 * workbook. Each batch is recorded before it is written.
 *
 * @throws TaskError if there are too many for a workbook.
 */
export async function exportEnquiries(
  task: TaskContext,
  { query, format, conditions, reason }: Recorded & { format: 'csv' | 'xlsx'; reason: string },
  nameOf: (username: string) => string,
): Promise<AsyncIterable<string> | Buffer> {
  const database = await task.database();
  const total = await countEnquiries(database, query);
  if (format === 'xlsx' && total > maxInWorkbook) {
    const [max, all] = [maxInWorkbook, total].map((count) => count.toLocaleString('en-ZA'));
    throw new TaskError(
      'invalid',
      `A workbook can hold ${max} enquiries, but there are ${all}. Save them as CSV instead.`,
    );
  }
  const rows = recordedRows(task, 'enquiry.export', { query, conditions, reason });
  const columns = columnsWith(nameOf);
  return format === 'csv' ? writeCsv(columns, rows, { bom: true }) : writeXlsx(columns, rows);
}

/** Yields the enquiries of a query, newest first, after recording each batch as read. */
export async function* recordedRows(
  task: DatabaseContext,
  action: 'enquiry.list' | 'enquiry.export',
  { query, limit = Infinity, ...subject }: Recorded,
): AsyncGenerator<StoredEnquiry> {
  const database = await task.database();
  // The right and the sign-in were checked before: a long export must not end in the middle.
  const record = (rows: readonly StoredEnquiry[]) =>
    database.audit.record({
      ...{ ...actorOf(task), action },
      subject: { ...subject, ids: rows.map(({ _id }) => _id) },
    });
  let yielded = 0;
  for await (const batch of inBatches(streamEnquiries(database, query), batchSize)) {
    const rows = batch.slice(0, limit - yielded);
    await record(rows);
    yield* rows;
    yielded += rows.length;
    if (yielded >= limit) return;
  }
  if (yielded === 0) await record([]);
}

/** The columns of exported enquiries. `nameOf` gives the display name of a username. */
export function columnsWith(nameOf: (username: string) => string): Column<StoredEnquiry>[] {
  const name = (username: string | null) => (username ? nameOf(username) : '');
  return [
    { title: 'Reference', of: ({ reference }) => reference },
    timeColumn('Received', ({ createdAt }) => createdAt),
    { title: 'How', of: ({ channel = 'form' }) => channelWords[channel] },
    ...contactFieldNames.map((field) => ({
      title: contactField(field).label,
      of: (enquiry: Partial<StoredEnquiry>) => enquiry[field] ?? '',
    })),
    { title: 'Phone or address', of: ({ reach = '' }) => reach },
    {
      title: 'State',
      of: ({ status, handling }) =>
        status === 'quarantined' ? 'Spam' : stateLabels[handling.state],
    },
    { title: 'Possible spam', of: ({ marked }) => (marked ? 'Yes' : '') },
    { title: 'Assigned to', of: ({ handling }) => name(handling.owner) },
    dayColumn('Follow up on', ({ handling }) => handling.followUp),
    dayColumn('Reply due', dueOnOf),
    dayColumn('Answered', ({ handling }) => handling.answeredOn),
    { title: 'Answered in time', of: inTime },
    timeColumn('Closed', ({ handling }) => handling.doneAt),
    { title: 'Closed by', of: (enquiry) => name(closerOf(enquiry)) },
    { title: 'Tags', of: ({ handling }) => handling.tags.join(', ') },
    {
      title: 'Notes',
      of: ({ handling }) =>
        handling.notes
          .map(({ at, by, text }) => `${localTime(at)}, ${nameOf(by)}: ${text}`)
          .join('\n'),
    },
    ...notificationKinds.map((kind) => ({
      title: notifications[kind].label,
      of: (enquiry: StoredEnquiry) => enquiry.notifications[kind]?.status ?? '',
    })),
    timeColumn('Kept until', ({ expiresAt }) => expiresAt),
  ];
}

function dueOnOf({ status, dueOn }: StoredEnquiry): string | undefined {
  return status === 'quarantined' ? undefined : (dueOn ?? undefined);
}

/** 'Yes' or 'No'; empty if no reply is promised, if it is not due yet, or if none was needed. */
function inTime(enquiry: StoredEnquiry): string {
  const due = dueOnOf(enquiry);
  const isInTime = due && isAnsweredInTime(enquiry.handling, due, Date.now());
  if (typeof isInTime !== 'boolean') return '';
  return isInTime ? 'Yes' : 'No';
}
