import { createEnquiry } from '../../testing/enquiry.ts';

// About as long as people write.
const message =
  'We are looking for a secretariat for our guild: membership records, the annual conference, ' +
  'subscriptions and the minutes of eleven meetings a year. '.repeat(4);

/** A request body that no other run and number has: the same again would be a duplicate. */
export function enquiry(run: string, number: number): string {
  const email = `visitor-${number}-${run}@example.org`;
  return JSON.stringify(createEnquiry({ email, message: `${message}${run} ${number}` }));
}
