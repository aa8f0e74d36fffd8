import * as z from 'zod/mini';

import { get } from '../../action.ts';
import { count, moment } from '../../office-views.ts';

/** The number of enquiries in a day or week, which its first day in South Africa identifies. */
const period = z.object({ day: z.iso.date(), received: count, quarantined: count });
export type Period = z.infer<typeof period>;

export const overviewActions = {
  /** Counts of the last 12 weeks. Days and weeks are those of South Africa. */
  'overview.read': get(
    'status.read',
    z.object({
      days: z.array(period),
      /** Counts per week, by the date of its Monday. */
      weeks: z.array(period),
      /** Milliseconds from receiving to closing an enquiry; null if none was closed. */
      medianTimeToDone: z.nullable(count),
      oldestOpen: z.nullable(moment),
      open: count,
      /**
       * Replies overdue now, replies given or due for the enquiries of the last 12 weeks, and how
       * many of those were in time; null if the firm promises no reply time.
       */
      replies: z.nullable(
        z.object({
          overdue: count,
          due: count,
          inTime: count,
        }),
      ),
      /** The open enquiries of each colleague, most first; `owner` is null for unassigned ones. */
      load: z.array(
        z.object({ owner: z.nullable(z.string()), open: count, overdue: z.nullable(count) }),
      ),
      /** From 0 to 1; null without enquiries. */
      spamShare: z.nullable(count),
    }),
  ),
};
