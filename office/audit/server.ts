import { idPrefixOf } from '#contract/read-reference.ts';
import { localDay, localTime } from '#contract/time.ts';
import type { AuditFilter, AuditRecord } from '#storage/audit-trail.ts';
import { findEnquiriesOf } from '#storage/people.ts';
import { listPersonRequests } from '#storage/person-requests.ts';
import type { InputOf } from '../api.ts';
import { endMoment, firstMoment } from '../days.ts';
import { readEnquiryName } from '../enquiries/find.server.ts';
import type { Handlers } from '../server/actions.ts';
import { record } from '../server/perform.ts';
import { sendFile } from '../server/route.ts';
import { writeCsv, type Column } from '../server/spreadsheet.ts';
import type { DatabaseContext } from '../server/task.ts';
import type { auditApi } from './api.ts';
import { describe } from './describe.server.ts';

type Search = InputOf<'audit.export'>;

export const auditHandlers: Pick<Handlers, keyof typeof auditApi> = {
  async 'audit.search'(task, { limit, ...search }) {
    const { audit } = await task.database();
    const filter = await filterOf(task, search);
    const [total, auditRecords] = await Promise.all([
      audit.count(filter),
      audit.read({ ...filter, limit }),
    ]);
    // By what was searched, never for what.
    await record(task, 'audit.search', {
      count: auditRecords.length,
      conditions: Object.keys(search),
    });
    return { total, records: auditRecords.map(viewOf) };
  },

  /** Saves all records that are found as CSV, with South African times. */
  async 'audit.export'(task, search, response) {
    const { audit } = await task.database();
    const filter = await filterOf(task, search);
    const conditions = ['file', ...Object.keys(search)];
    await record(task, 'audit.search', { count: await audit.count(filter), conditions });
    const pieces = writeCsv(columns, audit.stream(filter));
    await sendFile(response, `audit-${localDay(new Date())}.csv`, 'csv', pieces);
    return undefined;
  },
};

function viewOf(auditRecord: AuditRecord) {
  const { _id: id, at, actor, subject } = auditRecord;
  const { enquiries, ...words } = describe(auditRecord);
  const shown = enquiries.slice(0, 6);
  return { id, at: at.toISOString(), actor, count: subject.count, enquiries: shown, ...words };
}

async function filterOf(
  task: DatabaseContext,
  { about, account, from, to }: Search,
): Promise<AuditFilter> {
  return {
    ...(about && (await subjectOf(task, about))),
    ...(account && { account: account.toLowerCase() }),
    ...(from && { from: firstMoment.parse(from) }),
    ...(to && { to: endMoment.parse(to) }),
  };
}

async function subjectOf({ database }: DatabaseContext, about: string): Promise<AuditFilter> {
  if (!about.includes('@')) {
    const name = readEnquiryName(about);
    return { idPrefix: 'id' in name ? name.id : idPrefixOf(name.reference) };
  }
  const store = await database();
  const heldDocuments = await Promise.all([
    findEnquiriesOf(store, { email: about }),
    listPersonRequests(store, about),
  ]);
  return { ids: heldDocuments.flat().map(({ _id }) => _id) };
}

const columns: Column<AuditRecord>[] = [
  { title: 'Time', of: ({ at }) => localTime(at) },
  { title: 'Account', of: ({ actor }) => actor },
  {
    title: 'Action',
    of: (auditRecord) => {
      const { verb, rest } = describe(auditRecord);
      return [verb, rest].filter(Boolean).join(' … ');
    },
  },
  { title: 'Code', of: ({ action }) => action },
  { title: 'Outcome', of: ({ outcome = '' }) => outcome },
  { title: 'Enquiries', of: (auditRecord) => describe(auditRecord).enquiries.join(' ') },
  { title: 'IDs', of: ({ subject }) => subject.ids.join(' ') },
  { title: 'Details', of: (auditRecord) => describe(auditRecord).notes.join('; ') },
];
