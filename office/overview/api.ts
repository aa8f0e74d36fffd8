import * as z from 'zod/mini';

import type { Action } from '../action.ts';
import { count, moment } from '../office-views.ts';

/** The enquiries of a week in South African time; `day` is its Monday. */
const week = z.object({ day: z.iso.date(), received: count, spam: count });
export type Week = z.infer<typeof week>;

export const overviewApi = {
  /** Figures for the last 12 weeks. */
  'overview.read': {
    right: 'enquiry.read',
    input: z.strictObject({}),
    output: z.object({
      open: count,
      oldestOpen: z.nullable(moment),
      /** The median milliseconds from receiving to closing; null if none was closed. */
      timeToClose: z.nullable(count),
      /** Enquiries that were answered or should have been, and how many were by their due day. */
      due: count,
      inTime: count,
      /** Open enquiries whose reply is late. */
      overdue: count,
      weeks: z.array(week),
      /** The open enquiries of each colleague, most first; `owner` is null for unassigned ones. */
      load: z.array(z.object({ owner: z.nullable(z.string()), open: count })),
    }),
  },
} as const satisfies Record<string, Action>;
