import * as z from 'zod/mini';

import type { Action } from '../action.ts';
import { count, line, moment } from '../office-views.ts';

const search = {
  /** An enquiry, also an erased one, by reference or id; or an email address that is still held. */
  about: z.exactOptional(line(1, 254)),
  /** The account that acted or was changed. */
  account: z.exactOptional(line(1, 64)),
  /** Days in South Africa; both are included. */
  from: z.exactOptional(z.iso.date()),
  to: z.exactOptional(z.iso.date()),
};

/** `{actor} {verb} {enquiries} {rest}`: naledi assigned 7F3K-92QD to sipho. */
const record = z.object({
  id: z.string(),
  at: moment,
  actor: z.string(),
  verb: z.string(),
  /** The references of the first few enquiries that it was about. */
  enquiries: z.array(z.string()),
  /** The number of all that it was about. */
  count,
  rest: z.string(),
  /** Conditions of a search, a reason, the network, an outcome. */
  notes: z.array(z.string()),
});

/** The audit trail's own actions. It records them too, without the terms that were searched for. */
export const auditApi = {
  'audit.search': {
    right: 'audit.read',
    input: z.strictObject({
      ...search,
      limit: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 50),
    }),
    /** Newest first. */
    output: z.object({ records: z.array(record), total: count }),
    audit: 'searched the audit trail',
  },
  /** All records found, as a CSV file. `restore --erased` reads the erasures in it. */
  'audit.export': {
    right: 'audit.read',
    input: z.strictObject(search),
    output: undefined,
    isRecent: true,
  },
} as const satisfies Record<string, Action>;
