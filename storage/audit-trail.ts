import { randomUUID } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';

import { auditActions, type AuditAction } from './audit-actions.ts';
import { escapeRegExp } from './matching-text.ts';
import { addMonths } from './submissions.ts';

/** How long MongoDB keeps an audit record. */
const auditMonths = 24;

/** How an action that changes something goes; `started` is left of one that was interrupted. */
const auditOutcomes = ['started', 'done', 'failed', 'refused'] as const;

type AuditOutcome = (typeof auditOutcomes)[number];

/** What an action was about. Never a name, an address or a text that was searched for. */
export interface AuditSubject {
  /** The ids of submissions or of a job, or the username of a staff account. */
  ids: string[];
  count: number;
  /**
   * The names of the conditions under which submissions were looked for, such as `text`; of the
   * fields that were corrected; of the queue that was changed.
   */
  conditions: string[];
  /** What was so of it before a change, and is so after it. */
  before?: AuditedState;
  after?: AuditedState;
  /** Why it was done, in the words of whoever did it. */
  reason?: string;
}

/** A part of what staff have done about a submission; `owner` is a username. */
interface AuditedState {
  status?: string;
  state?: string;
  owner?: string | null;
}

/** Who did what with personal data, and when. */
export interface AuditRecord {
  /** A UUID. */
  _id: string;
  at: Date;
  /**
   * A username; of a command `cli:`, the operating system's user and, behind a slash, the account
   * that was named without its password, which there is not before the first account; or
   * `worker:settings`.
   */
  actor: string;
  action: AuditAction;
  subject: AuditSubject;
  /** Absent where something was only read, and from records of before there were outcomes. */
  outcome?: AuditOutcome;
  endedAt?: Date;
  /** How many of what were changed, such as `{ submissions: 2, mails: 4 }`. */
  counts?: Record<string, number>;
  /** When MongoDB deletes it by itself. */
  expiresAt: Date;
}

const auditRecordSchema = new Schema<AuditRecord>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    actor: { type: String, required: true },
    action: { type: String, required: true, enum: auditActions },
    subject: {
      ids: [String],
      count: { type: Number, required: true },
      conditions: [String],
      before: { type: Schema.Types.Mixed, required: false },
      after: { type: Schema.Types.Mixed, required: false },
      reason: { type: String, required: false },
    },
    outcome: { type: String, required: false, enum: auditOutcomes },
    endedAt: { type: Date, required: false },
    counts: { type: Schema.Types.Mixed, required: false },
    expiresAt: { type: Date, required: true },
  },
  {
    versionKey: false,
    strict: 'throw',
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
  },
);

auditRecordSchema.index({ at: -1, _id: -1 });
auditRecordSchema.index({ 'subject.ids': 1, at: -1 });
auditRecordSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** What is to be recorded; the rest is filled in. */
interface AuditEntry {
  actor: string;
  action: AuditAction;
  subject?: Partial<AuditSubject>;
}

/** Which records are wanted. Every condition that is given has to hold. */
export interface AuditFilter {
  /** One of those that it was about. */
  id?: string;
  /** Any of these it was about. */
  ids?: readonly string[];
  /** What the id of one that it was about begins with. */
  idPrefix?: string;
  /** As the record names who did it. */
  actor?: string;
  /** The username of who did it, in whatever way, or whose account it was about. */
  account?: string;
  actions?: readonly AuditAction[];
  action?: AuditAction;
  from?: Date;
  /** The first moment that is too late. */
  to?: Date;
}

/** Where a page of records ended. */
export type AuditPosition = Pick<AuditRecord, 'at' | '_id'>;

/** The record of an action that has started. Once it has ended nothing changes it. */
export interface StartedAction {
  /** Adds to what the action is about. Resolves when that is stored. */
  include: (ids: readonly string[]) => Promise<void>;
  end: (
    outcome: Exclude<AuditOutcome, 'started'>,
    counts?: Record<string, number>,
  ) => Promise<void>;
}

/** The audit trail: records are added and read, and nothing here can remove one. */
export interface AuditTrail {
  /** Adds a record. Resolves when it is stored, which is before anybody sees what it is about. */
  record: (entry: AuditEntry) => Promise<void>;
  /** Adds the record of an action that starts when this resolves. */
  start: (entry: AuditEntry) => Promise<StartedAction>;
  /** Reads records, newest first, from behind a position on. */
  read: (options: AuditFilter & { limit: number; after?: AuditPosition }) => Promise<AuditRecord[]>;
  count: (filter: AuditFilter) => Promise<number>;
  createIndexes: () => Promise<void>;
}

/** Opens the audit trail. The model stays in here, so that nobody else can reach it. */
export function openAuditTrail(connection: Connection): AuditTrail {
  const records = connection.model<AuditRecord>('AuditRecord', auditRecordSchema);

  async function add({ actor, action, subject = {} }: AuditEntry, outcome?: AuditOutcome) {
    const { ids = [], count = ids.length, conditions = [], ...states } = subject;
    const at = new Date();
    const { _id } = await records.create({
      _id: randomUUID(),
      at,
      actor,
      action,
      subject: { ids, count, conditions, ...states },
      ...(outcome ? { outcome } : {}),
      expiresAt: addMonths(at, auditMonths),
    });
    return _id;
  }

  return {
    async record(entry) {
      await add(entry);
    },
    async start(entry) {
      const open = { _id: await add(entry, 'started'), outcome: 'started' } as const;
      const ids = new Set(entry.subject?.ids);
      return {
        async include(more) {
          for (const id of more) ids.add(id);
          const $set = { 'subject.ids': [...ids], 'subject.count': ids.size };
          await records.updateOne(open, { $set });
        },
        async end(outcome, counts) {
          const ended = { outcome, endedAt: new Date(), ...(counts ? { counts } : {}) };
          await records.updateOne(open, { $set: ended }, { runValidators: true });
        },
      };
    },
    read: ({ limit, after, ...filter }) =>
      records
        .find(conditionsOf(filter, after))
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .lean<AuditRecord[]>()
        .exec(),
    count: (filter) => records.countDocuments(conditionsOf(filter)).exec(),
    createIndexes: () => records.createIndexes(),
  };
}

function conditionsOf(filter: AuditFilter, after?: AuditPosition): object {
  const { id, ids, idPrefix, actor, account, action, actions, from, to } = filter;
  const conditions: object[] = [];
  if (id) conditions.push({ 'subject.ids': id });
  if (ids) conditions.push({ 'subject.ids': { $in: [...ids] } });
  if (idPrefix) conditions.push({ 'subject.ids': new RegExp(`^${escapeRegExp(idPrefix)}`) });
  if (actor) conditions.push({ actor });
  if (account) {
    // A command names the user of the system before it.
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
