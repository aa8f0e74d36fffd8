import * as z from 'zod/mini';

import { get } from '../../action.ts';
import { count, moment } from '../../office-views.ts';

/**
 * The numbers of enquiries in a day or week: `received` counts those that are not spam, and
 * `quarantined` counts spam. `day` is the first day in South African time.
 */
const period = z.object({ day: z.iso.date(), received: count, quarantined: count });
export type Period = z.infer<typeof period>;

export const overviewActions = {
  /** Figures for the last 12 weeks. Days and weeks are in South African time. */
  'overview.read': get(
    'status.read',
    z.object({
      days: z.array(period),
      /** Counts per week; `day` is the Monday. */
      weeks: z.array(period),
      /**
       * The median time from receiving to closing an enquiry, in milliseconds; null if none was
       * closed.
       */
      medianTimeToDone: z.nullable(count),
      oldestOpen: z.nullable(moment),
      open: count,
      /**
       * `overdue` is the number of replies that are overdue now. Of the enquiries of the last 12
       * weeks, `due` counts those that were answered or whose reply was due, and `inTime` those
       * that were answered in time. Null if the firm promises no reply time.
       */
      replies: z.nullable(
        z.object({
          overdue: count,
          due: count,
          inTime: count,
        }),
      ),
      /**
       * The number of open enquiries of each colleague, highest first, and how many of their
       * replies are overdue. `owner` is null for unassigned enquiries, and `overdue` is null if the
       * firm promises no reply time.
       */
      load: z.array(
        z.object({ owner: z.nullable(z.string()), open: count, overdue: z.nullable(count) }),
      ),
      /** The share of spam, from 0 to 1; null without enquiries. */
      spamShare: z.nullable(count),
    }),
  ),
};
