import * as z from 'zod/mini';

import type { Action } from '../action.ts';
import { id, line, moment } from '../office-views.ts';

/** An address, a domain or a phrase, and the id of the spam in which it was found, if any. */
const entry = z.strictObject({ value: line(1, 253), enquiry: z.exactOptional(id) });

/** The actions on the block list. The audit trail names domains, but no address and no phrase. */
export const blockListApi = {
  /** Newest first. */
  'block-list.read': {
    right: 'enquiry.read',
    input: z.strictObject({}),
    output: z.object({
      entries: z.array(z.object({ value: z.string(), addedBy: z.string(), addedAt: moment })),
    }),
  },
  /** Answers the entry as it is stored: in small letters, a URL as its domain. */
  'block-list.add': {
    right: 'enquiry.change',
    input: entry,
    output: entry,
    audit: 'blocked a sender or phrase',
  },
  'block-list.remove': {
    right: 'enquiry.change',
    input: entry,
    output: entry,
    audit: 'unblocked a sender or phrase',
  },
} as const satisfies Record<string, Action>;
