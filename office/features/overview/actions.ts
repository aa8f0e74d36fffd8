import * as z from 'zod/mini';

import { get } from '../../action.ts';
import { count, moment } from '../../office-views.ts';

const counted = z.object({ day: z.iso.date(), received: count, held: count });

export const overviewActions = {
  /** Counts only, of the last 12 weeks. Days and weeks are those of South Africa. */
  'overview.read': get(
    'status.read',
    z.object({
      days: z.array(counted),
      /** Each named by its Monday. */
      weeks: z.array(counted),
      /** Milliseconds from an enquiry to its being closed; null while none was. */
      medianTimeToDone: z.nullable(count),
      oldestUnanswered: z.nullable(moment),
      unanswered: count,
      /** From 0 to 1; null without any enquiry. */
      spamShare: z.nullable(count),
    }),
  ),
};
