import * as z from 'zod/mini';

import { count, email, id, line, moment, name, partOfState } from '../../office-views.ts';
import { post } from '../../action.ts';
import { auditKinds, type AuditKind } from './audit-kinds.ts';

/** What the pages and the server of the office say to each other about the audit trail. */

const filter = {
  reference: z.optional(name),
  /** Of the person who wrote, as far as anything of theirs is still held. */
  email: z.optional(email),
  /** Who did it, or to whose account it was done. */
  account: z.optional(line(1, 64)),
  kind: z.optional(z.enum(Object.keys(auditKinds) as AuditKind[])),
  /** Days in South Africa, the last one included. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
};

const auditRecordSchema = z.object({
  id,
  at: moment,
  actor: z.string(),
  action: z.string(),
  outcome: z.optional(z.string()),
  /** How many it was about. */
  count,
  /** The first of them: references of enquiries, or usernames. */
  enquiries: z.array(z.string()),
  accounts: z.array(z.string()),
  /** How it was looked for, or what was corrected. */
  conditions: z.array(z.string()),
  /** What a change has changed: the state before and after it. */
  from: partOfState,
  to: partOfState,
  /** Of an export. */
  reason: z.optional(z.string()),
});

export type AuditEntry = z.infer<typeof auditRecordSchema>;

/** Operations of the office's API, all of them in the audit trail without what was looked for. */
export const auditActions = {
  'audit.search': post(
    'audit.read',
    z.object({
      ...filter,
      limit: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
      /** The `nextCursor` of the answer before. */
      cursor: z.optional(z.string().check(z.maxLength(200))),
    }),
    /** Newest first. */
    z.object({
      records: z.array(auditRecordSchema),
      total: count,
      nextCursor: z.nullable(z.string()),
    }),
    { audit: ['audit', 'searched the audit trail'] },
  ),
  /** All that is found as CSV, as an attachment. */
  'audit.export': post('audit.read', z.object(filter), undefined),
};
