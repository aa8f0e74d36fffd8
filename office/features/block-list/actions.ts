import * as z from 'zod/mini';

import { get, post } from '../../action.ts';
import { id, line, moment } from '../../office-views.ts';

/** An address, a domain or a phrase, and the id of the spam enquiry that contains it, if there is one. */
const blocked = z.object({ value: line(1, 253), enquiry: z.exactOptional(id) });

/**
 * The actions on the block list. The audit trail records blocked domains, but neither addresses
 * nor the text of phrases.
 */
export const blockListActions = {
  /** Lists the entries, newest first. */
  'block-list.read': get(
    'enquiry.read',
    z.object({
      entries: z.array(z.object({ value: z.string(), addedBy: z.string(), addedAt: moment })),
    }),
  ),
  /** Adds an address, a domain or a phrase. Returns it in the normalised form in which it is stored. */
  'block-list.add': post('enquiry.change', blocked, blocked, {
    audit: ['handling', 'blocked a sender or phrase'],
  }),
  'block-list.remove': post('enquiry.change', blocked, blocked, {
    audit: ['handling', 'unblocked a sender or phrase'],
  }),
};
