import type { Firm } from './company.ts';
import { localDay, momentOf } from './time.ts';
import { addWorkingDays, type ClosedDays, type Day } from './working-days.ts';

/** Within how many working days the firm promises a reply, and when it is closed. */
export interface ReplyTarget {
  days: number;
  closedOn?: readonly ClosedDays[] | undefined;
}

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The target of a promise such as 'one working day'. Undefined for any other promise. */
export function replyTargetOf({
  replyWithin = '',
  closedOn,
}: Pick<Firm, 'replyWithin' | 'closedOn'>): ReplyTarget | undefined {
  const [, number = ''] = /^([a-z]+|\d{1,2}) working days?$/i.exec(replyWithin) ?? [];
  const days = numbers.indexOf(number.toLowerCase()) + 1 || Number(number);
  return days > 0 ? { days, closedOn } : undefined;
}

export function replyDueOn(createdAt: Date, { days, closedOn }: ReplyTarget): Day {
  return addWorkingDays(localDay(createdAt), days, closedOn);
}

interface Reply {
  answeredOn: Day | null;
  doneAt: Date | null;
}

/** Undefined while it is not due, or if staff closed it by then: then it needed no answer. */
export function isAnsweredInTime(
  { answeredOn, doneAt }: Reply,
  due: Day,
  now: Date | number,
): boolean | undefined {
  if (answeredOn !== null) return answeredOn <= due;
  return localDay(doneAt ?? now) > due ? false : undefined;
}

/** An unanswered enquiry is overdue if it was created before this time. */
export function overdueBefore(now: Date | number, { days, closedOn }: ReplyTarget): Date {
  return momentOf(addWorkingDays(localDay(now), -days, closedOn));
}
