import * as z from 'zod';

// South Africa has one time zone and no summer time.
const zone = '+02:00';
const dayInMilliseconds = 86_400_000;
const wanted = 'must be a date such as 2024-06-30 or a time such as 2024-06-30T08:15:00Z';

const day = z.iso.date();
const time = z.iso.datetime({ offset: true });

/** The first moment of a period: a day in South Africa, or a time. */
export const firstMoment = z.string().transform((value, context) => moment(value, context, 0));

/** The first moment after a period whose last day in South Africa, or end, is given. */
export const endMoment = z
  .string()
  .transform((value, context) => moment(value, context, dayInMilliseconds));

function moment(value: string, context: z.RefinementCtx, add: number): Date {
  if (day.safeParse(value).success) {
    return new Date(Date.parse(`${value}T00:00:00${zone}`) + add);
  }
  if (time.safeParse(value).success) return new Date(value);
  context.addIssue({ code: 'custom', message: wanted });
  return z.NEVER;
}

const received = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

/** A time as staff read it: South African, such as `2024-06-30 08:15`. */
export function localTime(date: Date): string {
  return received.format(date);
}

/** The day in South Africa of a time, such as `2024-06-30`. */
export function localDay(date: Date): string {
  return localTime(date).slice(0, 10);
}
