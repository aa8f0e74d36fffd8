import { Schema, type Connection, type Model } from 'mongoose';

export const auditActions = [
  'list-submissions',
  'show-submission',
  'export-submissions',
  'export-subject',
  'correct-submission',
  'release-submission',
  'resend-notifications',
  'erase-subject',
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
  /** A username, or `cli:` and the name of the operating system's user. */
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

/** The model of `AuditRecord`, bound to the given connection only. */
export function auditRecordModel(connection: Connection): Model<AuditRecord> {
  return connection.model<AuditRecord>('AuditRecord', auditRecordSchema);
}
