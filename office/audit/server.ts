import type { Response } from 'express';

import { idPrefixOf } from '#contract/read-reference.ts';
import { localDay, localTime } from '#contract/time.ts';
import type { AuditFilter, AuditPosition, AuditRecord } from '#storage/audit-trail.ts';
import { findEnquiriesOf } from '#storage/people.ts';
import { listPersonRequests } from '#storage/person-requests.ts';
import type { InputOf, OutputOf } from '../api.ts';
import { endMoment, firstMoment } from '../days.ts';
import { readEnquiryName } from '../enquiries/find.server.ts';
import type { Handlers } from '../server/actions.ts';
import { record } from '../server/perform.ts';
import { sendPieces } from '../server/route.ts';
import { writeCsv, type Column } from '../server/spreadsheet.ts';
import type { DatabaseContext } from '../server/task.ts';
import type { auditApi } from './api.ts';
import { describe } from './describe.server.ts';

type Search = InputOf<'audit.export'>;

const pageSize = 50;
const batchSize = 1_000;
const maxEnquiries = 6;

/** The handlers of the audit trail. Rights, inputs and outputs are in `api.ts`. */
export const auditHandlers: Pick<Handlers, keyof typeof auditApi> = {
  'audit.search': searchTrail,
  'audit.export': exportTrail,
};

async function searchTrail(
  task: DatabaseContext,
  { after, ...search }: InputOf<'audit.search'>,
): Promise<OutputOf<'audit.search'>> {
  const { audit: trail } = await task.database();
  const filter = await filterOf(task, search);
  const position = after && { at: new Date(after.at), _id: after.id };
  const [total, found] = await Promise.all([
    trail.count(filter),
    trail.read({ ...filter, limit: pageSize + 1, ...(position && { after: position }) }),
  ]);
  const shown = found.slice(0, pageSize);
  // By what was searched, never for what.
  await record(task, 'audit.search', { count: shown.length, conditions: Object.keys(search) });
  const last = found.length > pageSize ? shown.at(-1) : undefined;
  return {
    records: shown.map((record) => {
      const { enquiries, ...words } = describe(record);
      const { actor, subject } = record;
      return {
        ...positionOf(record),
        actor,
        count: subject.count,
        enquiries: enquiries.slice(0, maxEnquiries),
        ...words,
      };
    }),
    total,
    next: last ? positionOf(last) : null,
  };
}

function positionOf({ at, _id: id }: AuditPosition) {
  return { at: at.toISOString(), id };
}

/** Saves all records that are found as CSV, with South African times. */
async function exportTrail(
  task: DatabaseContext,
  search: Search,
  response: Response,
): Promise<undefined> {
  const { audit: trail } = await task.database();
  const filter = await filterOf(task, search);
  async function* all(): AsyncGenerator<AuditRecord> {
    const conditions = ['file', ...Object.keys(search)];
    await record(task, 'audit.search', { count: await trail.count(filter), conditions });
    let after: AuditPosition | undefined;
    do {
      const batch = await trail.read({ ...filter, limit: batchSize, ...(after && { after }) });
      yield* batch;
      after = batch.length === batchSize ? batch.at(-1) : undefined;
    } while (after);
  }
  const file = `audit-${localDay(new Date())}.csv`;
  await sendPieces(response, file, 'csv', writeCsv(columns, all(), { bom: true }));
  return undefined;
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
    return 'id' in name ? { id: name.id } : { idPrefix: idPrefixOf(name.reference) };
  }
  const store = await database();
  const held = await Promise.all([
    findEnquiriesOf(store, { email: about }),
    listPersonRequests(store, about),
  ]);
  return { ids: held.flat().map(({ _id }) => _id) };
}

const columns: Column<AuditRecord>[] = [
  { title: 'Time', of: ({ at }) => localTime(at) },
  { title: 'Account', of: ({ actor }) => actor },
  {
    title: 'Action',
    of: (record) => {
      const { verb, rest } = describe(record);
      return [verb, rest].filter(Boolean).join(' … ');
    },
  },
  { title: 'Code', of: ({ action }) => action },
  { title: 'Outcome', of: ({ outcome = '' }) => outcome },
  { title: 'Count', of: ({ subject }) => String(subject.count) },
  { title: 'Enquiries', of: (record) => describe(record).enquiries.join(' ') },
  { title: 'IDs', of: ({ subject }) => subject.ids.join(' ') },
  { title: 'Details', of: (record) => describe(record).notes.join('; ') },
];
