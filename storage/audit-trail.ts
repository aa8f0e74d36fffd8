import { randomUUID } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';

import { addMonths } from './submissions.ts';

/** How long MongoDB keeps an audit record. */
const auditMonths = 24;

const auditActions = [
  'list-submissions',
  'show-submission',
  'export-submissions',
  'export-subject',
  'correct-submission',
  'release-submission',
  'resend-notifications',
  'erase-subject',
  'shorten-retention',
  'read-audit-trail',
  'read-queue-board',
  'change-queue',
  'add-user',
  'change-password',
  'disable-user',
  'enable-user',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** What an action was about. Never a name, an address or a text that was searched for. */
export interface AuditSubject {
  /** The ids of submissions, or the username of a staff account. */
  ids: string[];
  count: number;
  /** The names of the conditions under which submissions were looked for, such as `search`. */
  conditions: string[];
}

/** Who did what with personal data, and when. */
export interface AuditRecord {
  /** A UUID. */
  _id: string;
  at: Date;
  /** A username, `cli:` and the name of the operating system's user, or `worker:settings`. */
  actor: string;
  action: AuditAction;
  subject: AuditSubject;
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
    },
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
auditRecordSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** What is to be recorded; the rest is filled in. */
interface AuditEntry {
  actor: string;
  action: AuditAction;
  subject?: Partial<AuditSubject>;
}

/** The audit trail: records are added and read, and nothing here can change or remove one. */
export interface AuditTrail {
  /** Adds a record. Resolves when it is stored, which is before anybody sees what it is about. */
  record: (entry: AuditEntry) => Promise<void>;
  /** Reads records, newest first. */
  read: (options: { from?: Date; to?: Date; limit: number }) => Promise<AuditRecord[]>;
  createIndexes: () => Promise<void>;
}

/** Opens the audit trail. The model stays in here, so that nobody else can reach it. */
export function openAuditTrail(connection: Connection): AuditTrail {
  const records = connection.model<AuditRecord>('AuditRecord', auditRecordSchema);
  return {
    async record({ actor, action, subject = {} }) {
      const { ids = [], count = ids.length, conditions = [] } = subject;
      const at = new Date();
      await records.create({
        _id: randomUUID(),
        at,
        actor,
        action,
        subject: { ids, count, conditions },
        expiresAt: addMonths(at, auditMonths),
      });
    },
    read({ from, to, limit }) {
      const at = { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) };
      return records
        .find(from || to ? { at } : {})
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .lean<AuditRecord[]>()
        .exec();
    },
    createIndexes: () => records.createIndexes(),
  };
}
