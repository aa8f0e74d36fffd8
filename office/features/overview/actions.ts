import * as z from 'zod/mini';

import { get } from '../../action.ts';
import { count, moment } from '../../office-views.ts';

/** A day or week, by its first day in South Africa, with the number of enquiries. */
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
       * Replies overdue now, and of those given or due in the last 12 weeks the number given in time;
       * null if the firm promises no time.
       */
      replies: z.nullable(
        z.object({
          overdue: count,
          due: count,
          inTime: count,
        }),
      ),
      /** The enquiries in progress of each colleague, the most first; null is unassigned. */
      load: z.array(
        z.object({ owner: z.nullable(z.string()), open: count, overdue: z.nullable(count) }),
      ),
      /** From 0 to 1; null without enquiries. */
      spamShare: z.nullable(count),
    }),
  ),
};
