import { createHash, randomUUID } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';

import type { Logger } from '../packages/server/logger.ts';
import { escapeRegExp } from './search.ts';
import { date, isDuplicate, schemaOptions, text } from './schemas.ts';
import { addMonths } from './submissions.ts';

const auditMonths = 24;
/** The period, in milliseconds, in which equal refusals share a record. */
const refusalPeriod = 600_000;
const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The outcome of an action. It remains `started` if the action was interrupted. */
const auditOutcomes = ['started', 'done', 'failed', 'refused'] as const;

type AuditOutcome = (typeof auditOutcomes)[number];

/** The subject of an action, without names or addresses of visitors and without search terms. */
export interface AuditSubject {
  /** The ids of submissions, data subject requests or jobs, or usernames. */
  ids: string[];
  count: number;
  /**
   * Details of the action, such as the names of search conditions or corrected fields, a role or a
   * queue.
   */
  conditions: string[];
  before?: AuditedState;
  after?: AuditedState;
  /** The reason that the user gave for the action. */
  reason?: string;
}

/** The status and handling of a submission. `owner` is a username. */
type AuditedState = Record<string, unknown>;

/** The network and device of an action; commands have none. */
export interface AuditSource {
  /** An IPv4 address or an IPv6 /64. */
  network?: string;
  /** The browser and the system, such as `Firefox on Linux`. */
  device?: string;
}

/** Who did what with personal data, and when. */
export interface AuditRecord extends AuditSource {
  /** A UUID. */
  _id: string;
  at: Date;
  /**
   * A username, or `worker:settings`. For a command, `cli:` and the operating system's user; if a
   * user has signed in for the command, also a slash and the username.
   */
  actor: string;
  /**
   * The action's name, from an `actions.ts` or the `audit-words.ts` of the enquiries desk. Old
   * records may have names that no longer exist.
   */
  action: string;
  subject: AuditSubject;
  /** Absent if the action is recorded in one step, such as viewing, and in old records. */
  outcome?: AuditOutcome;
  endedAt?: Date;
  /** The number of changed items by type, such as `{ submissions: 2, mails: 4 }`. */
  counts?: Record<string, number>;
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
    outcome: { type: String, enum: auditOutcomes },
    endedAt: Date,
    counts: Schema.Types.Mixed,
    expiresAt: date,
  },
  schemaOptions,
);

auditRecordSchema.index({ at: -1, _id: -1 });
auditRecordSchema.index({ 'subject.ids': 1, at: -1 });
auditRecordSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The fields of a new record that the caller gives. The audit trail sets the others. */
interface AuditEntry extends AuditSource {
  actor: string;
  /** The id of the actor's account, for the log. */
  accountId?: string | undefined;
  action: string;
  subject?: Partial<AuditSubject>;
}

/** A filter for records. All given conditions have to match. */
export interface AuditFilter {
  /** A subject id. */
  id?: string;
  /** At least one of these subject ids. */
  ids?: readonly string[];
  idPrefix?: string;
  /** The actor, exactly as recorded. */
  actor?: string;
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

/** Updates the record of a running action. Changes nothing after the action has ended. */
export type StartedAction = Awaited<ReturnType<ReturnType<typeof openAuditTrail>['start']>>;

/**
 * Opens the audit trail. Records can be added, completed and read, but not removed: the model is
 * private, so that no other code can change or remove them.
 */
export function openAuditTrail(connection: Connection, logger: Logger) {
  const records = connection.model<AuditRecord>('AuditRecord', auditRecordSchema);

  function documentOf(_id: string, entry: AuditEntry): AuditRecord {
    const { actor, action, network, device, subject = {} } = entry;
    const { ids = [], count = ids.length, conditions = [], ...states } = subject;
    const at = new Date();
    return {
      ...{ _id, at, actor, action },
      ...(network ? { network } : {}),
      ...(device ? { device } : {}),
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

  async function add(entry: AuditEntry, outcome?: AuditOutcome) {
    const document = documentOf(randomUUID(), entry);
    await records.create({ ...document, ...(outcome ? { outcome } : {}) });
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
      const _id = uuidOf(JSON.stringify(parts));
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
    /** Adds the record of an action. The action must not start before this resolves. */
    start: async (entry: AuditEntry) => {
      const open = { _id: await add(entry, 'started'), outcome: 'started' } as const;
      const ids = new Set(entry.subject?.ids);
      return {
        /** Adds ids to the action's subject. Resolves when they are stored. */
        include: async (more: readonly string[]) => {
          for (const id of more) ids.add(id);
          const $set = { 'subject.ids': [...ids], 'subject.count': ids.size };
          await records.updateOne(open, { $set });
        },
        end: async (outcome: Exclude<AuditOutcome, 'started'>, counts?: Record<string, number>) => {
          const ended = { outcome, endedAt: new Date(), ...(counts ? { counts } : {}) };
          await records.updateOne(open, { $set: ended }, { runValidators: true });
          logger.info({ auditRecord: open._id, outcome, counts }, 'audited action completed');
        },
      };
    },
    /** Reads the records that match a filter, newest first; with a cursor, only those after it. */
    read: ({ limit, after, ...filter }: AuditFilter & { limit: number; after?: AuditPosition }) =>
      records
        .find(conditionsOf(filter, after))
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .lean<AuditRecord[]>()
        .exec(),
    count: (filter: AuditFilter) => records.countDocuments(conditionsOf(filter)).exec(),
  };
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

function conditionsOf(filter: AuditFilter, after?: AuditPosition): object {
  const { id, ids, idPrefix, actor, account, action, actions, from, to } = filter;
  const conditions: object[] = [];
  if (id) conditions.push({ 'subject.ids': id });
  if (ids) conditions.push({ 'subject.ids': { $in: [...ids] } });
  if (idPrefix) conditions.push({ 'subject.ids': new RegExp(`^${escapeRegExp(idPrefix)}`) });
  if (actor) conditions.push({ actor });
  if (account) {
    // In records of commands, the operating system's user comes first.
    const byCommand = new RegExp(`^cli:.*/${escapeRegExp(account)}$`);
    conditions.push({
      $or: [{ actor: account }, { actor: byCommand }, { 'subject.ids': account }],
    });
  }
  if (action) conditions.push({ action });
  if (actions) conditions.push({ action: { $in: [...actions] } });
  if (from) conditions.push({ at: { $gte: from } });
  if (to) conditions.push({ at: { $lt: to } });
  if (after) {
    const { at, _id } = after;
    conditions.push({ $or: [{ at: { $lt: at } }, { at, _id: { $lt: _id } }] });
  }
  return conditions.length > 0 ? { $and: conditions } : {};
}
