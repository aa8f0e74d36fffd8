import * as z from 'zod/mini';

import { get } from '../../action.ts';
import { count, moment } from '../../office-views.ts';

const counted = z.object({ day: z.iso.date(), received: count, quarantined: count });

export const overviewActions = {
  /** Counts of the last 12 weeks. Days and weeks are those of South Africa. */
  'overview.read': get(
    'status.read',
    z.object({
      days: z.array(counted),
      /** Weeks by their Monday. */
      weeks: z.array(counted),
      /** Milliseconds from receiving to closing an enquiry; null if none was closed. */
      medianTimeToDone: z.nullable(count),
      oldestUnanswered: z.nullable(moment),
      unanswered: count,
      /** From 0 to 1; null without enquiries. */
      spamShare: z.nullable(count),
    }),
  ),
};
