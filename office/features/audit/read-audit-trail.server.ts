import { localTime } from '../../../contract/time.ts';
import { idPrefixOf } from '../../../contract/read-reference.ts';
import { referenceOf } from '../../../contract/reference.ts';
import type { AuditFilter, AuditPosition, AuditRecord } from '../../../storage/audit-trail.ts';
import { listDeleted } from '../../../storage/deleted-submissions.ts';
import { listPersonRequests } from '../../../storage/person-requests.ts';
import { findEnquiries } from '../../../storage/enquiries.ts';
import type { AuditKind } from '../../action.ts';
import type { PartOfState } from '../../office-views.ts';
import type { AuditEntry } from './actions.ts';
import {
  accountWords,
  auditNames,
  auditWordsOf,
  describeConditions,
  describeStateChange,
} from './audit-words.ts';
import { record } from '../../server/run-action.ts';
import type { DatabaseContext } from '../../server/task.ts';
import { writeCsv, type Column } from '../../server/spreadsheet.ts';

/** A search in the audit trail. Records must match all given conditions. */
export interface AuditSearch extends Pick<AuditFilter, 'account' | 'action' | 'from' | 'to'> {
  /** The reference of an enquiry, even of a deleted one. */
  reference?: string;
  email?: string;
  kind?: AuditKind;
}

const pageSize = 1_000;

/**
 * Reads a page of audit records, newest first. `end` is the position after which the next page
 * begins; undefined on the last page. Before returning, records the search in the audit trail, with
 * the names of its conditions but not their values.
 */
export async function readAuditTrail(
  context: DatabaseContext,
  { limit, after, ...search }: AuditSearch & { limit: number; after?: AuditPosition | undefined },
): Promise<{ records: AuditRecord[]; total: number; end: AuditPosition | undefined }> {
  const { audit: trail } = await context.database();
  const filter = await auditFilter(context, search);
  const total = await trail.count(filter);
  const found = await trail.read({ ...filter, limit: limit + 1, ...(after ? { after } : {}) });
  const records = found.slice(0, limit);
  const conditions = Object.keys(search);
  await record(context, 'audit.search', { count: records.length, conditions });
  return { records, total, end: found.length > limit ? records.at(-1) : undefined };
}

/** Records the export, then exports all matching records as CSV, with South African times. */
export async function* exportAuditTrail(
  context: DatabaseContext,
  search: AuditSearch,
): AsyncGenerator<string> {
  const { audit: trail } = await context.database();
  const filter = await auditFilter(context, search);
  const conditions = ['file', ...Object.keys(search)];
  await record(context, 'audit.search', { count: await trail.count(filter), conditions });
  async function* all(): AsyncGenerator<AuditRecord> {
    let after: AuditPosition | undefined;
    do {
      const page = await trail.read({ ...filter, limit: pageSize, ...(after ? { after } : {}) });
      yield* page;
      after = page.length === pageSize ? page.at(-1) : undefined;
    } while (after);
  }
  yield* writeCsv(columns, all(), { bom: true });
}

async function auditFilter(
  { database }: DatabaseContext,
  { reference, email, kind, account, ...others }: AuditSearch,
): Promise<AuditFilter> {
  const actions = auditNames.filter((name) => auditWordsOf(name)[0] === kind);
  return {
    ...others,
    ...(reference ? { idPrefix: idPrefixOf(reference) } : {}),
    ...(account ? { account: account.toLowerCase() } : {}),
    ...(kind ? { actions } : {}),
    ...(email ? { ids: await idsOf(database, email) } : {}),
  };
}

/** The ids of a person's enquiries and data subject requests. */
async function idsOf(database: DatabaseContext['database'], email: string): Promise<string[]> {
  const store = await database();
  const found = [
    await findEnquiries(store, { email }),
    await listDeleted(store, email),
    await listPersonRequests(store, email),
  ];
  return found.flat().map(({ _id }) => _id);
}

const maxSubjects = 6;
const ofEnquiry = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const ofRequests = [
  'request.save',
  'request.add',
  'request.change',
  'request.close',
  'request.reopen',
];

/** Describes a record for the audit trail page, except that its time is still a Date. */
export function describeRecord(record: AuditRecord): Omit<AuditEntry, 'at'> & { at: Date } {
  const { _id: id, at, actor, action, network, device, outcome, subject } = record;
  const { count, conditions, reason } = subject;
  const enquiries = referencesOf(record).slice(0, maxSubjects);
  const accounts = accountsOf(record).slice(0, maxSubjects);
  return {
    ...{ id, at, actor, action, count, enquiries, accounts, conditions },
    ...changeOf(subject),
    ...(network ? { network } : {}),
    ...(device ? { device } : {}),
    ...(outcome ? { outcome } : {}),
    ...(reason ? { reason } : {}),
  };
}

/**
 * The parts of an enquiry's state that a recorded change altered: their old values (`from`) and new
 * ones (`to`).
 */
function changeOf({ before, after }: AuditRecord['subject']): {
  from?: PartOfState;
  to?: PartOfState;
} {
  if (!before || !after) return {};
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  const pick = (state: Record<string, unknown>): PartOfState =>
    Object.fromEntries(changed.map((name) => [name, state[name]]));
  return changed.length > 0 ? { from: pick(before), to: pick(after) } : {};
}

function referencesOf({ action, subject }: AuditRecord): string[] {
  if (ofRequests.includes(action)) return [];
  return [...new Set(subject.ids.filter((id) => ofEnquiry.test(id)).map(referenceOf))];
}

function accountsOf({ action, actor, subject }: AuditRecord): string[] {
  return auditWordsOf(action)[0] === 'accounts' ? subject.ids.filter((name) => name !== actor) : [];
}

const columns: Column<AuditRecord>[] = [
  { title: 'Time', of: ({ at }) => localTime(at) },
  { title: 'Account', of: ({ actor }) => actor },
  { title: 'Action', of: ({ action }) => auditWordsOf(action)[1] },
  { title: 'Code', of: ({ action }) => action },
  { title: 'Outcome', of: ({ outcome = '' }) => outcome },
  { title: 'Count', of: ({ subject }) => String(subject.count) },
  {
    title: 'Subject',
    of: (record) =>
      [...referencesOf(record), accountWords(record.action, record.actor, accountsOf(record))]
        .filter(Boolean)
        .join(' '),
  },
  {
    title: 'Details',
    of: (record) => describeConditions(record.action, record.subject.conditions),
  },
  { title: 'Change', of: ({ subject }) => describeStateChange(changeOf(subject)) },
  { title: 'Network', of: ({ network = '' }) => network },
  { title: 'Device', of: ({ device = '' }) => device },
  { title: 'Reason', of: ({ subject }) => subject.reason ?? '' },
];
