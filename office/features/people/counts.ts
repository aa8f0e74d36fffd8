import { dueSoonDays } from '../../../contract/working-days.ts';
import type { AnswerOf } from '../../office-api.ts';

// Apart from the other words, because the navigation of every page loads this file.

/** Formats a number with its noun, such as '3 enquiries' or '1 enquiry'. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/**
 * Counts urgent requests in words, such as '1 request overdue, 2 due within 5 days'; empty if there
 * are none.
 */
export function dueCountWords({ soon, overdue }: AnswerOf<'request.due'>): string {
  const parts = [
    overdue > 0 && `${counted(overdue, 'request')} overdue`,
    soon > 0 && `${overdue > 0 ? soon : counted(soon, 'request')} due within ${dueSoonDays} days`,
  ];
  return parts.filter(Boolean).join(', ');
}
