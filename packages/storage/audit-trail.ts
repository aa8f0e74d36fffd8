import { randomUUID } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';

import { escapeRegExp } from '#contract/email-address.ts';
import { date, schemaOptions, text } from './schemas.ts';
import { addMonths } from './submissions.ts';

export const auditMonths = 24;

const outcomes = ['started', 'done', 'failed', 'refused'] as const;
type Outcome = (typeof outcomes)[number];

/** What an action was about, without names or addresses of visitors and without search terms. */
export interface AuditSubject {
  /** The ids of submissions, data subject requests or jobs, or usernames. */
  ids: string[];
  count: number;
  /** Names of search conditions or corrected fields, a role, a queue and the like. */
  conditions: string[];
  /** The status and handling of a submission; `owner` is a username. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string;
}

/** The network and browser of an action; commands have none. */
export interface AuditSource {
  /** An IPv4 address or an IPv6 /64. */
  network?: string;
  device?: string;
}

export interface AuditRecord extends AuditSource {
  _id: string;
  at: Date;
  /** A username; `worker:settings`; for a command, `cli:`, the system's user, `/` and a username. */
  actor: string;
  /** The action's name, from an `api.ts` of the desk or its audit/describe.server.ts. */
  action: string;
  subject: AuditSubject;
  /** Absent if it is recorded in one step, as reading is. `started`: it was interrupted. */
  outcome?: Outcome;
  endedAt?: Date;
  expiresAt: Date;
}

const auditRecordSchema = new Schema<AuditRecord>(
  {
    _id: text,
    at: date,
    actor: text,
    network: String,
    device: String,
    action: text,
    subject: {
      ids: [String],
      count: { type: Number, required: true },
      conditions: [String],
      before: Schema.Types.Mixed,
      after: Schema.Types.Mixed,
      reason: String,
    },
    outcome: { type: String, enum: outcomes },
    endedAt: Date,
    expiresAt: date,
  },
  schemaOptions,
);

auditRecordSchema.index({ at: -1, _id: -1 });
auditRecordSchema.index({ 'subject.ids': 1, at: -1 });
auditRecordSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

interface AuditEntry extends AuditSource, Pick<AuditRecord, 'actor' | 'action'> {
  subject?: Partial<AuditSubject>;
}

/** A filter for records. All given conditions have to match. */
export interface AuditFilter {
  id?: string;
  ids?: readonly string[];
  idPrefix?: string;
  /** The username of the actor or of the subject account. */
  account?: string;
  actions?: readonly string[];
  action?: string;
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

/** Records can be added, completed and read. The model is private, so no code can remove them. */
export function openAuditTrail(connection: Connection) {
  const records = connection.model<AuditRecord>('AuditRecord', auditRecordSchema);

  async function add({ subject = {}, ...entry }: AuditEntry, outcome?: Outcome): Promise<string> {
    const { ids = [], count = ids.length, conditions = [], ...states } = subject;
    const at = new Date();
    const { _id } = await records.create({
      _id: randomUUID(),
      at,
      ...entry,
      ...(outcome && { outcome }),
      subject: { ids, count, conditions, ...states },
      expiresAt: addMonths(at, auditMonths),
    });
    return _id;
  }

  const find = (filter: AuditFilter) =>
    records.find(conditionsOf(filter)).sort({ at: -1, _id: -1 }).lean<AuditRecord[]>();

  return {
    /** Adds a record. Resolves when the record is stored. Data must not be shown before that. */
    record: async (entry: AuditEntry) => void (await add(entry)),
    /** Adds an action's record, which the action must wait for. Only the first `end` counts. */
    start: async (entry: AuditEntry) => {
      const _id = await add(entry, 'started');
      return {
        end: async (outcome: Exclude<Outcome, 'started'>) => {
          const ended = { outcome, endedAt: new Date() };
          await records.updateOne({ _id, outcome: 'started' }, { $set: ended });
        },
      };
    },
    read: ({ limit = 0, ...filter }: AuditFilter & { limit?: number }) =>
      find(filter).limit(limit).exec(),
    /** All matching records, newest first, without holding them in memory. */
    stream: (filter: AuditFilter): AsyncIterable<AuditRecord> =>
      find(filter).cursor({ batchSize: 500 }),
    count: (filter: AuditFilter) => records.countDocuments(conditionsOf(filter)).exec(),
    /** How often each actor did one of these actions to a subject, and when last. */
    countByActor: async (id: string, actions: readonly string[]) => {
      const counts = new Map<string, { actor: string; times: number; at: Date }>();
      for (const { actor, at } of await find({ id, actions }).select({ actor: 1, at: 1 })) {
        const { times = 0, at: last = at } = counts.get(actor) ?? {};
        counts.set(actor, { actor, at: last, times: times + 1 });
      }
      return [...counts.values()];
    },
  };
}

function conditionsOf(filter: AuditFilter): object {
  const { id, ids, idPrefix, account = '', action, actions, from, to } = filter;
  // In records of commands, the operating system's user comes first.
  const byAccount = new RegExp(`^(cli:.*/)?${escapeRegExp(account)}$`);
  const conditions = [
    id && { 'subject.ids': id },
    ids && { 'subject.ids': { $in: [...ids] } },
    idPrefix && { 'subject.ids': new RegExp(`^${escapeRegExp(idPrefix)}`) },
    account && { $or: [{ actor: byAccount }, { 'subject.ids': account }] },
    action && { action },
    actions && { action: { $in: [...actions] } },
    from && { at: { $gte: from } },
    to && { at: { $lt: to } },
  ].filter(Boolean);
  return conditions.length > 0 ? { $and: conditions } : {};
}
