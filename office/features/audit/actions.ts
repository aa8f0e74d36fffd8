import * as z from 'zod/mini';

import { count, email, id, line, moment, name, partOfState } from '../../office-views.ts';
import { readReference } from '../../../contract/read-reference.ts';
import { auditKinds, post, type AuditKind } from '../../action.ts';

const filter = {
  reference: z.exactOptional(
    name.check(
      z.refine(
        (text) => readReference(text) !== undefined,
        'A reference has eight letters and digits, such as 7F3K-92QD.',
      ),
    ),
  ),
  /** Finds the records about a person's stored enquiries and data subject requests. */
  email: z.exactOptional(email),
  /** The actor, or the account that was changed. */
  account: z.exactOptional(line(1, 64)),
  kind: z.exactOptional(z.enum(Object.keys(auditKinds) as AuditKind[])),
  /** Days in South Africa, inclusive. */
  from: z.exactOptional(z.iso.date()),
  to: z.exactOptional(z.iso.date()),
};

const auditRecordSchema = z.object({
  id,
  at: moment,
  actor: z.string(),
  action: z.string(),
  /** The IPv4 address or IPv6 /64 network. */
  network: z.optional(z.string()),
  device: z.optional(z.string()),
  outcome: z.optional(z.string()),
  /** The number of subjects; in records of refusals, the number of refusals. */
  count,
  /** The first few subjects: the references of enquiries, or usernames. */
  enquiries: z.array(z.string()),
  accounts: z.array(z.string()),
  /** The names of search conditions or corrected fields, or other details. */
  conditions: z.array(z.string()),
  /** The changed parts of an enquiry's state, before and after. */
  from: partOfState,
  to: partOfState,
  reason: z.optional(z.string()),
});

export type AuditEntry = z.infer<typeof auditRecordSchema>;

/**
 * The actions on the audit trail. The audit trail records them too, without the search terms.
 */
export const auditActions = {
  'audit.search': post(
    'audit.read',
    z.object({
      ...filter,
      limit: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
      /** The `nextCursor` of the previous page. */
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
  /** All results as a CSV file. */
  'audit.export': post('audit.read', z.object(filter), undefined, { recent: true }),
};
