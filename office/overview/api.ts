import * as z from 'zod/mini';

import type { Action } from '../action.ts';
import { count, moment } from '../office-views.ts';

/** The enquiries of a week in South African time; `day` is its Monday. */
const week = z.object({ day: z.iso.date(), received: count, spam: count });
export type Week = z.infer<typeof week>;

export const overviewApi = {
  /** Figures for the last 12 weeks. Those about replies are null if the firm promises none. */
  'overview.read': {
    right: 'enquiry.read',
    input: z.strictObject({}),
    output: z.object({
      open: count,
      oldestOpen: z.nullable(moment),
      /** The median milliseconds from receiving to closing; null if none was closed. */
      timeToClose: z.nullable(count),
      /** Open enquiries whose reply is late. */
      overdue: z.nullable(count),
      /** `due`: were answered, or should have been. `inTime`: were answered by their due day. */
      replies: z.nullable(z.object({ due: count, inTime: count })),
      /** From 0 to 1; null without enquiries. */
      spamShare: z.nullable(count),
      weeks: z.array(week),
      /** The open enquiries of each colleague, most first; `owner` is null for unassigned ones. */
      load: z.array(z.object({ owner: z.nullable(z.string()), open: count, overdue: count })),
    }),
  },
} as const satisfies Record<string, Action>;
