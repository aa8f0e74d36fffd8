import { contactField, contactFieldNames } from '#contract/contact-fields.ts';
import { notificationKinds, notifications } from '#contract/notifications.ts';
import { isAnsweredInTime } from '#contract/reply-target.ts';
import { localTime } from '#contract/time.ts';
import {
  countEnquiries,
  findEnquiries,
  type EnquiryPosition,
  type StoredEnquiry,
} from '#storage/enquiries.ts';
import { actorOf } from '../server/perform.ts';
import { dayColumn, timeColumn, writeCsv, writeXlsx, type Column } from '../server/spreadsheet.ts';
import { readNames } from '../accounts/manage.server.ts';
import { TaskError, usernameOf, type TaskContext } from '../server/task.ts';
import type { ParsedInputOf } from '../api.ts';
import { stateLabels } from './decisions.ts';
import { closerOf } from './describe.server.ts';
import { channelWords } from './lists.ts';
import { conditionNames, queryOf } from './lists.server.ts';

/** Workbooks are built in memory. */
const maxInWorkbook = 20_000;
const batchSize = 500;

/**
 * Streams CSV or builds a workbook, with South African times. Each batch is recorded before it is
 * written.
 *
 * @throws TaskError if there are too many for a workbook.
 */
export async function exportEnquiries(
  task: TaskContext,
  { format, reason, ...filter }: ParsedInputOf<'enquiry.export'>,
): Promise<AsyncIterable<string> | Buffer> {
  const database = await task.database();
  const query = queryOf(filter, usernameOf(task.actor));
  const conditions = conditionNames(filter);
  const total = await countEnquiries(database, query);
  if (format === 'xlsx' && total > maxInWorkbook) {
    const [max, all] = [maxInWorkbook, total].map((count) => count.toLocaleString('en-ZA'));
    throw new TaskError(
      'invalid',
      `A workbook can hold ${max} enquiries, but there are ${all}. Save them as CSV instead.`,
    );
  }
  async function* rows(): AsyncGenerator<StoredEnquiry> {
    let after: EnquiryPosition | undefined;
    for (;;) {
      const batch = await findEnquiries(database, query, { limit: batchSize, after });
      const last = batch.at(-1);
      if (!last) return;
      const subject = { ids: batch.map(({ _id }) => _id), conditions, reason };
      await database.audit.record({ ...actorOf(task), action: 'enquiry.export', subject });
      yield* batch;
      after = { createdAt: last.createdAt, id: last._id, followUp: null };
    }
  }
  const names = await readNames(database);
  const columns = columnsWith((username) => names[username] ?? username);
  return format === 'csv' ? writeCsv(columns, rows()) : writeXlsx(columns, rows());
}

function columnsWith(nameOf: (username: string) => string): Column<StoredEnquiry>[] {
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
