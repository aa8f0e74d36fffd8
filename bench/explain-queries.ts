import type { mongo } from 'mongoose';

import { notificationKinds } from '../contract/notifications.ts';
import { localDay } from '../contract/time.ts';
import { filterOf } from '../office/features/enquiries/state.ts';
import { connect, type Database } from '../storage/connection.ts';
import { findAssignments } from '../storage/assignments.ts';
import { countForDigest, findUnreportedSpam } from '../storage/digest.ts';
import { readFigures } from '../storage/figures.ts';
import {
  countAccepted,
  countPending,
  countStaffNotifications,
  findFailedNotifications,
  findOverdueEnquiries,
  findPendingNotifications,
  findUnnotifiedEnquiries,
} from '../storage/notifications.ts';
import { findPassages, readPassages } from '../storage/passages.ts';
import { findUnseen } from '../storage/quarantine.ts';
import {
  countByHandling,
  countSubmissions,
  findLinked,
  searchSubmissions,
  type SubmissionFilter,
} from '../storage/search-submissions.ts';
import type { ContactSubmission } from '../storage/submission-model.ts';
import { findSubmission, findSubmissionsByReference } from '../storage/submissions.ts';
import { colleagues, patient } from './fill-office.ts';

export interface ExplainedQuery {
  name: string;
  /** The indexes that the query reads, and reading stages without an index, such as `COLLSCAN`. */
  reads: string[];
  examined: number;
  returned: number;
  /**
   * The reason why the query may examine more than twice as many documents as it returns. Undefined
   * if it examines fewer, or if there is no such reason.
   */
  exception: string | undefined;
  /** Whether it uses an index and, unless it is an exception, examines few enough documents. */
  isFine: boolean;
}

const hour = 3_600_000;
const counts = 'Returns one number, but examines every enquiry that it counts';
const word = 'Reads the rarest word from its index, and checks the other words';

interface Named {
  run: (database: Database, known: ContactSubmission) => Promise<unknown>;
  exception?: string;
}

const page = { limit: 51 };
const list = (filter: SubmissionFilter, exception?: string): Named => ({
  run: (database) => searchSubmissions(database, filter, page),
  ...(exception === undefined ? {} : { exception }),
});

async function drain(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _row of rows);
}

/** Every query of the desk and the worker on collections that grow with the number of enquiries. */
const queries: Record<string, Named> = {
  'list: new': list(filterOf('new', '')),
  'list: assigned to me': list(
    filterOf('mine', colleagues[0] ?? ''),
    'Reads two states in one order, skipping enquiries in others',
  ),
  'list: closed': list(filterOf('closed', '')),
  'list: spam': list(filterOf('spam', '')),
  'list: all': list(filterOf('all', '')),
  'list: next page': {
    run: (database, after) => searchSubmissions(database, filterOf('new', ''), { ...page, after }),
  },
  'list: oldest first': {
    run: (database) =>
      searchSubmissions(database, filterOf('new', ''), { ...page, oldestFirst: true }),
  },
  'list: a tag': list({ ...filterOf('all', ''), tag: 'Quote' }),
  'list: a week': list({ from: new Date(Date.now() - 168 * hour), to: new Date() }),
  'search: a name': list({ ...filterOf('all', ''), text: 'dlamini lerato' }, word),
  'search: a reference': {
    run: (database, { reference }) => searchSubmissions(database, { text: reference }, page),
  },
  'search: nothing': list({ ...filterOf('all', ''), text: 'nobody at all' }, word),
  'counts of the tabs': { run: countByHandling, exception: counts },
  'count of a search': {
    run: (database) => countSubmissions(database, { text: 'dlamini' }),
    exception: word,
  },
  'enquiry by id': { run: (database, { _id }) => findSubmission(database, _id) },
  'enquiry by reference': {
    run: (database, { reference }) => findSubmissionsByReference(database, reference),
  },
  'others from an address': {
    run: (database, { email }) => searchSubmissions(database, { email }, { limit: 21 }),
    exception: word,
  },
  'linked enquiries': { run: findLinked },
  'new assignments': {
    run: (database) => findAssignments(database, colleagues[0] ?? '', new Date()),
  },
  'history of an enquiry': {
    run: ({ audit }, { _id: id }) => audit.read({ id, actions: ['enquiry.open'], limit: 500 }),
  },
  'audit trail, latest': { run: ({ audit }) => audit.read({ limit: 51 }) },
  'progress of an enquiry': {
    run: (database, { reference }) => findPassages(database, { reference }),
  },
  "progress of an hour's enquiries": {
    run: (database) => readPassages(database, new Date(Date.now() - hour)),
  },
  'figures of the overview': {
    run: (database) => readFigures(database, new Date(Date.now() - 3 * hour)),
  },
  'emails: waiting': { run: countPending, exception: counts },
  'emails of an hour': {
    run: (database) => countStaffNotifications(database, new Date(Date.now() - hour)),
    exception: counts,
  },
  'emails: not sent to staff': {
    run: (database) => findUnnotifiedEnquiries(database, new Date(Date.now() - 12 * hour)),
    exception: 'Skips enquiries that are already assigned or closed',
  },
  'emails: overdue': {
    run: (database) => findOverdueEnquiries(database, new Date(Date.now() - hour)),
    exception: 'Few emails are waiting; skips those not yet overdue',
  },
  'emails: failed': {
    run: (database) => drain(findFailedNotifications(database, notificationKinds)),
  },
  'emails: sweep of the worker': {
    run: (database) => drain(findPendingNotifications(database, new Date(Date.now() - hour))),
  },
  'accepted recently': {
    run: (database) => countAccepted(database, new Date(Date.now() - hour)),
    exception: counts,
  },
  'spam not yet reviewed': {
    run: findUnseen,
    exception: 'Stops at 1,000',
  },
  'digest: unreported spam': { run: findUnreportedSpam },
  'digest: counts': {
    run: (database) => {
      const since = new Date(Date.now() - 24 * hour);
      const today = localDay(new Date());
      return countForDigest(database, {
        unansweredFrom: since,
        failed: { since, until: new Date() },
        today,
      });
    },
    exception: counts,
  },
};

/**
 * Runs every query against a filled database and asks MongoDB how it ran the commands.
 */
export async function explainQueries(uri: string): Promise<ExplainedQuery[]> {
  const monitored = `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
  const database = connect(monitored, patient);
  await database.connected;
  const { submissions } = database;
  const client = submissions.db.getClient();
  const known = await submissions.findOne({ status: 'accepted' }).sort({ createdAt: -1 }).lean();
  if (!known || !submissions.db.db) throw new Error('There are no enquiries.');
  let sent: mongo.Document[] = [];
  client.on('commandStarted', ({ commandName, command }) => {
    if (['find', 'aggregate'].includes(commandName)) sent.push(command);
  });
  const explained: ExplainedQuery[] = [];
  for (const [name, { run, exception }] of Object.entries(queries)) {
    sent = [];
    await run(database, known);
    const commands = sent.filter((command) => String(command.find) !== 'settings');
    if (commands.length === 0) throw new Error(`${name} sends no query.`);
    const each = await Promise.all(commands.map((one) => explain(submissions.db.db, one)));
    const reads = [...new Set(each.flatMap(readingStages))];
    const [examined, returned] = [sum(each, 'totalDocsExamined'), sum(each, 'nReturned')];
    const isByIndex = reads.length > 0 && !reads.includes('COLLSCAN');
    const isFew = examined <= 2 * returned;
    const isFine = isByIndex && (isFew || exception !== undefined);
    const why = isFew ? undefined : exception;
    explained.push({ name, reads, examined, returned, exception: why, isFine });
  }
  await database.close();
  return explained;
}

function explain(db: mongo.Db | undefined, command: mongo.Document): Promise<mongo.Document> {
  const parts = ['find', 'filter', 'sort', 'limit', 'skip', 'projection', 'aggregate', 'pipeline'];
  const given = Object.entries(command).filter(([name]) => parts.includes(name));
  const explained: mongo.Document = Object.fromEntries(given);
  if ('aggregate' in command) explained.cursor = {};
  if (!db) throw new Error('MongoDB is not connected.');
  return db.command({ explain: explained, verbosity: 'executionStats' });
}

const unwanted = ['rejectedPlans', 'allPlansExecution', 'command'];

function valuesOf(value: unknown, field: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]): unknown[] => {
    if (name === field) return [one];
    return unwanted.includes(name) ? [] : valuesOf(one, field);
  });
}

function readingStages(answer: mongo.Document): string[] {
  const plans = valuesOf(answer, 'winningPlan');
  const stages = plans.flatMap(stagesOf);
  return stages
    .filter(({ stage }) => /SCAN|IDHACK|EXPRESS|EOF/.test(String(stage)))
    .map(({ stage = '', indexName }) => indexName ?? stage);
}

function stagesOf(value: unknown): { stage?: string; indexName?: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(stagesOf);
  return 'stage' in value ? [value as { stage?: string }, ...inner] : inner;
}

function sum(answers: mongo.Document[], field: string): number {
  const stats = answers.flatMap((answer) => valuesOf(answer, 'executionStats'));
  return stats.reduce<number>((total, one) => total + Number((one as mongo.Document)[field]), 0);
}
