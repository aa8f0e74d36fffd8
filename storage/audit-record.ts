import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';

import { addMonths } from './add-months.ts';
import {
  auditRecordModel,
  type AuditAction,
  type AuditRecord,
  type AuditSubject,
} from './audit-record-model.ts';

/** How long MongoDB keeps an audit record. */
export const auditMonths = 24;

/** What is to be recorded; the rest is filled in. */
export interface AuditEntry {
  actor: string;
  action: AuditAction;
  subject?: Partial<AuditSubject>;
}

/** The audit trail: records are added and read, and nothing here can change or remove one. */
export interface AuditTrail {
  /** Adds a record. Resolves when it is stored, which is before anybody sees what it is about. */
  record(entry: AuditEntry): Promise<void>;
  /** Reads records, newest first. */
  read(options: { from?: Date; to?: Date; limit: number }): Promise<AuditRecord[]>;
  createIndexes(): Promise<void>;
}

/** Opens the audit trail. The model stays in here, so that nobody else can reach it. */
export function openAuditTrail(connection: Connection): AuditTrail {
  const records = auditRecordModel(connection);
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
