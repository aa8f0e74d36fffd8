import { localDay, momentOf } from './time.ts';
import { addWorkingDays, type Day } from './working-days.ts';

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The working days in a promise such as 'one working day'. Undefined for any other promise. */
export function replyTargetOf(promise: string | undefined): number | undefined {
  const [, number = ''] = /^([a-z]+|\d{1,2}) working days?$/i.exec(promise ?? '') ?? [];
  const days = numbers.indexOf(number.toLowerCase()) + 1 || Number(number);
  return days > 0 ? days : undefined;
}

/** The last day for a reply that is promised within the given working days. */
export function replyDueOn(createdAt: Date, target: number): Day {
  return addWorkingDays(localDay(createdAt), target);
}

interface Reply {
  answeredOn: Day | null;
  doneAt: Date | null;
}

/**
 * Whether an enquiry was answered by its due day. Undefined for an unanswered enquiry if its due
 * day is not over, or if staff closed the enquiry by that day: then it needed no answer.
 */
export function isAnsweredInTime(
  { answeredOn, doneAt }: Reply,
  due: Day,
  now: Date | number,
): boolean | undefined {
  if (answeredOn !== null) return answeredOn <= due;
  return localDay(doneAt ?? now) > due ? false : undefined;
}

/** An unanswered enquiry is overdue if it was created before this time. */
export function overdueBefore(now: Date | number, target: number): Date {
  return momentOf(addWorkingDays(localDay(now), -target));
}
