import type { mongo } from 'mongoose';
import { expect, it, onTestFinished } from 'vitest';

import { localDay } from '#contract/time.ts';
import { connect, type Database } from '#storage/connection.ts';
import { countForDigest, findUnreportedSpam } from '#storage/digest.ts';
import { readFigures } from '#storage/figures.ts';
import {
  countUnnotifiedEnquiries,
  findAssignments,
  findFailedWebhooks,
  findOldestStaffEmail,
  findPendingNotifications,
  findSummarised,
} from '#storage/notifications.ts';
import { migrate } from '#storage/migrate.ts';
import {
  countEnquiries,
  countGroups,
  findEnquiries,
  findNamed,
  findOthers,
  readPulse,
  type StoredEnquiry,
} from '#storage/enquiries.ts';
import { findSubmission } from '#storage/submissions.ts';
import { silent } from '#support/loggers.ts';
import { openDatabase, storeAccepted } from '#support/own-stores.ts';
import { orderOf, queryOf } from '../../office/enquiries/lists.server.ts';
import type { EnquiryFilter } from '../../office/enquiries/api.ts';

type Query = (database: Database, known: StoredEnquiry) => Promise<unknown>;

const hour = 3_600_000;
const you = 'naledi';
const hourAgo = () => new Date(Date.now() - hour);
const list =
  (filter: EnquiryFilter): Query =>
  (database) =>
    findEnquiries(database, queryOf(filter, you), { limit: 51, order: orderOf(filter.list) });

async function drain(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _row of rows);
}

/** Every query of the desk and the worker on collections that grow with the number of enquiries. */
const queries: Record<string, Query> = {
  'list: new': list({ list: 'new' }),
  'list: assigned to me': list({ list: 'mine' }),
  'list: closed': list({ list: 'closed' }),
  'list: spam': list({ list: 'spam' }),
  'list: all': list({ list: 'all' }),
  'list: next page': (database, { createdAt, _id: id }) =>
    findEnquiries(database, queryOf({ list: 'new' }, you), {
      limit: 51,
      after: { createdAt, id, followUp: null },
    }),
  'list: oldest first': (database) =>
    findEnquiries(database, queryOf({ list: 'new' }, you), { limit: 51, order: 'oldest' }),
  'list: a tag': list({ list: 'all', tag: 'Quote' }),
  'list: replies overdue': list({ list: 'all', reply: 'overdue' }),
  'list: possible spam': list({ list: 'all', marked: true }),
  'list: a week': list({ list: 'all', from: localDay(Date.now() - 168 * hour) }),
  'search: a name': list({ list: 'all', search: 'dlamini lerato' }),
  'search: a reference': (database, { reference }) => findEnquiries(database, { text: reference }),
  'search: nothing': list({ list: 'all', search: 'nobody at all' }),
  'counts of the tabs': countGroups,
  'count of a search': (database) => countEnquiries(database, { text: 'dlamini' }),
  'pulse of the pages': readPulse,
  'list of a program': (database) => findEnquiries(database, {}, { limit: 51 }),
  'export of a list': (database) =>
    findEnquiries(database, queryOf({ list: 'closed' }, you), { limit: 500 }),
  'enquiry by id': (database, { _id }) => findSubmission(database, _id),
  'others from an address': (database, { email }) => findEnquiries(database, { email }),
  'others of a person': findOthers,
  'enquiry opened by reference': (database, { reference }) => findNamed(database, { reference }),
  'new assignments': (database) => findAssignments(database, you, new Date()),
  'history of an enquiry': ({ audit }, { _id: id }) =>
    audit.read({ id, actions: ['enquiry.read'], limit: 500 }),
  'audit trail, latest': ({ audit }) => audit.read({ limit: 51 }),
  'figures of the overview': (database) => readFigures(database, hourAgo()),
  'emails: oldest to staff': findOldestStaffEmail,
  'emails: not sent to staff': (database) => countUnnotifiedEnquiries(database, hourAgo()),
  'emails: waiting for the summary': (database) => findSummarised(database, 'summary', new Date()),
  'webhooks: failed': (database) => findFailedWebhooks(database, hourAgo()),
  'emails: sweep of the worker': (database) => drain(findPendingNotifications(database, hourAgo())),
  'what the last release stored': (database) =>
    migrate(database, { replyTarget: undefined, retentionMonths: 24 }),
  'digest: unreported spam': findUnreportedSpam,
  'digest: counts': (database) =>
    countForDigest(database, {
      unansweredFrom: hourAgo(),
      failed: { since: hourAgo(), until: new Date() },
      today: localDay(new Date()),
    }),
};

const given = process.env.MONGODB_URI;
if (!given) console.log('Skipped query-plans: only a real MongoDB (MONGODB_URI) uses indexes.');

it.skipIf(!given)('every query of the enquiries desk and the worker uses an index', async () => {
  const stores = await openDatabase();
  onTestFinished(stores.stop);
  await fill(stores);
  const uri = withMonitoring(stores.settings.MONGODB_URI);
  const database = connect(uri, { logger: silent, selectionTimeout: 30_000 });
  onTestFinished(() => database.close());
  await database.connected;
  const known = await database.submissions.findOne({ status: 'accepted' }).lean<StoredEnquiry>();
  if (!known) throw new Error('There are no enquiries.');
  let commands: mongo.Document[] = [];
  database.submissions.db.getClient().on('commandStarted', ({ commandName, command }) => {
    if (['find', 'aggregate'].includes(commandName)) commands.push(command);
  });
  for (const [name, query] of Object.entries(queries)) {
    commands = [];
    await query(database, known);
    const sent = commands.filter((command) => String(command.find) !== 'settings');
    expect(sent, name).not.toEqual([]);
    for (const command of sent) {
      const stages = readingStages(await explain(database.submissions.db.db, command));
      expect(stages, name).not.toEqual([]);
      expect(stages, name).not.toContain('COLLSCAN');
    }
  }
});

/** Stores new, open, closed and hidden enquiries, each with a record of who opened it. */
async function fill(database: Database): Promise<void> {
  const hidden = { score: 9, reasons: [], verdict: 'hidden' as const };
  for (let number = 0; number < 60; number += 1) {
    const acceptedAt = new Date(Date.now() - number * 3_600_000);
    const screening = number % 20 === 0 ? { screening: hidden } : {};
    const id = await storeAccepted(database, { acceptedAt, ...screening });
    const state = (['new', 'open', 'done'] as const)[number % 3];
    const $set = { 'handling.state': state, 'handling.owner': state === 'new' ? null : you };
    await database.submissions.updateOne({ _id: id }, { $set });
    const subject = { ids: [id], count: 1, conditions: [] };
    await database.audit.record({ actor: you, action: 'enquiry.open', subject });
  }
}

function withMonitoring(uri: string): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
}

function explain(db: mongo.Db | undefined, command: mongo.Document): Promise<mongo.Document> {
  const parts = ['find', 'filter', 'sort', 'limit', 'skip', 'projection', 'aggregate', 'pipeline'];
  const query: mongo.Document = Object.fromEntries(
    Object.entries(command).filter(([name]) => parts.includes(name)),
  );
  if ('aggregate' in command) query.cursor = {};
  if (!db) throw new Error('MongoDB is not connected.');
  return db.command({ explain: query, verbosity: 'queryPlanner' });
}

/** The stages of the winning plans that read documents or an index. */
function readingStages(value: unknown, isChosen = false): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { stage } = value as { stage?: unknown };
  const isReading = isChosen && /SCAN|IDHACK|EXPRESS|EOF/.test(String(stage));
  const inner = Object.entries(value)
    .filter(([name]) => name !== 'rejectedPlans')
    .flatMap(([name, part]) => readingStages(part, isChosen || name === 'winningPlan'));
  return isReading ? [String(stage), ...inner] : inner;
}
