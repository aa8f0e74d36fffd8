import * as z from 'zod/mini';

import type { Action } from '../action.ts';
import { id, line, moment } from '../office-views.ts';

export const blockListApi = {
  /** Newest first. */
  'block-list.read': {
    right: 'enquiry.read',
    input: z.strictObject({}),
    output: z.object({
      entries: z.array(z.object({ value: z.string(), addedBy: z.string(), addedAt: moment })),
    }),
  },
  /** `enquiry` is the spam in which the value was found. The audit trail names only domains. */
  'block-list.change': {
    right: 'enquiry.change',
    input: z.strictObject({
      value: line(1, 253),
      isBlocked: z.boolean(),
      enquiry: z.exactOptional(id),
    }),
    output: z.object({}),
  },
} as const satisfies Record<string, Action>;
