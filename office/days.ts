import * as z from 'zod';

import { momentOf } from '#contract/time.ts';

const dayInMilliseconds = 86_400_000;
const wanted = 'must be a date such as 2024-06-30 or a time such as 2024-06-30T08:15:00Z';

const day = z.iso.date();
const time = z.iso.datetime({ offset: true });

/** The start of a period, given as a day in South Africa or as a time. */
export const firstMoment = z.string().transform((text, context) => moment(text, context, 0));

/** The exclusive end of a period, given as its last day in South Africa or as a time. */
export const endMoment = z
  .string()
  .transform((text, context) => moment(text, context, dayInMilliseconds));

function moment(text: string, context: z.RefinementCtx, add: number): Date {
  if (day.safeParse(text).success) {
    return new Date(momentOf(text).getTime() + add);
  }
  if (time.safeParse(text).success) return new Date(text);
  context.addIssue({ code: 'custom', message: wanted });
  return z.NEVER;
}
