import { createHash, randomUUID } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';

import type { Logger } from '#server/logger.ts';
import { escapeRegExp } from './search.ts';
import { date, isDuplicate, schemaOptions, text } from './schemas.ts';
import { addMonths } from './submissions.ts';

const auditMonths = 24;
/** The period, in milliseconds, in which equal refusals share a record. */
const refusalPeriod = 600_000;
const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

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
  /** The reason that the user gave. */
  reason?: string;
}

/** The network and device of an action; commands have none. */
export interface AuditSource {
  /** An IPv4 address or an IPv6 /64. */
  network?: string;
  /** The browser and the system, such as `Firefox on Linux`. */
  device?: string;
}

/** Who did what with personal data, and when. */
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
  /** When MongoDB's TTL index deletes it. */
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

/** What the caller gives of a new record. */
interface AuditEntry extends AuditSource, Pick<AuditRecord, 'actor' | 'action'> {
  /** The id of the actor's account, for the log. */
  accountId?: string | undefined;
  subject?: Partial<AuditSubject>;
}

/** A filter for records. All given conditions have to match. */
export interface AuditFilter {
  /** A subject id. */
  id?: string;
  /** At least one of these subject ids. */
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

/** The position of the last record of a page, as the cursor for the next page. */
export type AuditPosition = Pick<AuditRecord, 'at' | '_id'>;

/**
 * Opens the audit trail. Records can be added, completed and read, but not removed: the model is
 * private, so that no other code can change or remove them.
 */
export function openAuditTrail(connection: Connection, logger: Logger) {
  const records = connection.model<AuditRecord>('AuditRecord', auditRecordSchema);

  function documentOf(_id: string, entry: AuditEntry): AuditRecord {
    const { accountId: _account, subject = {}, ...rest } = entry;
    const { ids = [], count = ids.length, conditions = [], ...states } = subject;
    const at = new Date();
    return {
      _id,
      at,
      ...rest,
      subject: { ids, count, conditions, ...states },
      expiresAt: addMonths(at, auditMonths),
    };
  }

  /** Logs a record without names, so that a copy is kept outside MongoDB. */
  function log({ _id, action, subject }: AuditRecord, accountId?: string): void {
    const ids = subject.ids.filter((id) => isUuid.test(id));
    const { count } = subject;
    logger.info({ auditRecord: _id, action, accountId, ids, count }, 'audit record');
  }

  async function add(entry: AuditEntry, outcome?: Outcome): Promise<string> {
    const document = documentOf(randomUUID(), entry);
    await records.create({ ...document, ...(outcome && { outcome }) });
    log(document, entry.accountId);
    return document._id;
  }

  return {
    /** Adds a record. Resolves when the record is stored. Data must not be shown before that. */
    record: async (entry: AuditEntry) => {
      await add(entry);
    },
    /**
     * Counts a refusal. Refusals with the same actor, action, subject and network within a period
     * of ten minutes share a record.
     */
    refuse: async (entry: AuditEntry) => {
      const { actor, action, network, subject } = entry;
      const period = Math.floor(Date.now() / refusalPeriod);
      const parts = [actor, action, network, subject?.ids, subject?.conditions, period];
      const _id = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
      const addOne = { $inc: { 'subject.count': 1 }, $set: { endedAt: new Date() } };
      if ((await records.updateOne({ _id }, addOne)).matchedCount > 0) return;
      const first = documentOf(_id, { ...entry, subject: { ...subject, count: 1 } });
      try {
        await records.create(first);
        log(first, entry.accountId);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        await records.updateOne({ _id }, addOne);
      }
    },
    /**
     * Adds the record of an action, which must not start before this resolves. `end` changes nothing
     * after the first time.
     */
    start: async (entry: AuditEntry) => {
      const _id = await add(entry, 'started');
      return {
        end: async (outcome: Exclude<Outcome, 'started'>) => {
          const ended = { outcome, endedAt: new Date() };
          await records.updateOne({ _id, outcome: 'started' }, { $set: ended });
          logger.info({ auditRecord: _id, outcome }, 'audited action completed');
        },
      };
    },
    /** Reads the records that match a filter, newest first; with a cursor, only those after it. */
    read: ({
      limit = 0,
      after,
      ...filter
    }: AuditFilter & { limit?: number; after?: AuditPosition }) =>
      records
        .find(conditionsOf(filter, after))
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .lean<AuditRecord[]>()
        .exec(),
    count: (filter: AuditFilter) => records.countDocuments(conditionsOf(filter)).exec(),
    /** How often each actor did one of these actions to a subject, and when last. */
    countByActor: async (id: string, actions: readonly string[]) => {
      const found = await records
        .find(conditionsOf({ id, actions }))
        .sort({ at: 1 })
        .select({ actor: 1, at: 1 })
        .lean<Pick<AuditRecord, 'actor' | 'at'>[]>()
        .exec();
      const counts = new Map<string, { actor: string; times: number; at: Date }>();
      for (const { actor, at } of found) {
        counts.set(actor, { actor, at, times: (counts.get(actor)?.times ?? 0) + 1 });
      }
      return [...counts.values()];
    },
  };
}

function conditionsOf(filter: AuditFilter, after?: AuditPosition): object {
  const { id, ids, idPrefix, account, action, actions, from, to } = filter;
  const conditions = [
    id && { 'subject.ids': id },
    ids && { 'subject.ids': { $in: [...ids] } },
    idPrefix && { 'subject.ids': new RegExp(`^${escapeRegExp(idPrefix)}`) },
    account && { $or: [{ actor: account }, byCommand(account), { 'subject.ids': account }] },
    action && { action },
    actions && { action: { $in: [...actions] } },
    from && { at: { $gte: from } },
    to && { at: { $lt: to } },
    after && { $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $lt: after._id } }] },
  ].filter(Boolean);
  return conditions.length > 0 ? { $and: conditions } : {};
}

/** In records of commands, the operating system's user comes first. */
function byCommand(account: string): object {
  return { actor: new RegExp(`^cli:.*/${escapeRegExp(account)}$`) };
}
