import * as z from 'zod/mini';

import { get, post } from '../../action.ts';
import { id, line, moment } from '../../office-views.ts';

/** A domain or phrase, and the spam in which it was found. */
const blocked = z.object({ value: line(1, 253), enquiry: z.exactOptional(id) });

/** The actions on the block list. Only the domains are recorded in the audit trail. */
export const blockListActions = {
  /** Newest first. */
  'block-list.read': get(
    'enquiry.read',
    z.object({
      entries: z.array(z.object({ value: z.string(), addedBy: z.string(), addedAt: moment })),
    }),
  ),
  /** Returns the domain or phrase as it was added. */
  'block-list.add': post('enquiry.change', blocked, blocked, {
    audit: ['handling', 'blocked a domain or phrase'],
    history: ({ by, conditions }) => `${by} blocked ${conditions.join(', ')}`,
  }),
  'block-list.remove': post('enquiry.change', blocked, blocked, {
    audit: ['handling', 'unblocked a domain or phrase'],
    history: ({ by, conditions }) => `${by} unblocked ${conditions.join(', ')}`,
  }),
};
