import { localDay, momentOf } from './time.ts';
import { addWorkingDays, type Day } from './working-days.ts';

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The number in a promise such as 'one working day'; undefined if it is not in working days. */
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
  /** The day of the answer, if there was one. */
  answeredOn: Day | null;
  doneAt: Date | null;
}

/**
 * Whether an enquiry was answered by the day on which its reply was due. Undefined while it is not
 * due, and for enquiries that were closed before that day without an answer: they needed none.
 */
export function isAnsweredInTime(
  { answeredOn, doneAt }: Reply,
  due: Day,
  now: Date | number,
): boolean | undefined {
  if (answeredOn !== null) return answeredOn <= due;
  return localDay(doneAt ?? now) > due ? false : undefined;
}

/** Replies to enquiries from before this time are overdue. */
export function overdueBefore(now: Date | number, target: number): Date {
  return momentOf(addWorkingDays(localDay(now), -target));
}
