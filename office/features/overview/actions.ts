import * as z from 'zod/mini';

import { get } from '../../action.ts';
import { count, moment } from '../../office-views.ts';

/** The enquiries of a week in South African time; `day` is its Monday. */
const week = z.object({ day: z.iso.date(), received: count, spam: count });
export type Week = z.infer<typeof week>;

export const overviewActions = {
  /** Figures for the last 12 weeks. */
  'overview.read': get(
    'status.read',
    z.object({
      weeks: z.array(week),
      /** The median milliseconds from receiving to closing an enquiry; null if none was closed. */
      medianTimeToDone: z.nullable(count),
      oldestOpen: z.nullable(moment),
      open: count,
      /**
       * `overdue` is the number of replies that are overdue now. `due` counts the enquiries of the
       * last 12 weeks that were answered or whose reply was due, and `inTime` those answered in
       * time. Null if the firm promises no reply time.
       */
      replies: z.nullable(z.object({ overdue: count, due: count, inTime: count })),
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
