// The forms of en-GB are ours too; those of en-ZA write the first of August as 01 Aug.
const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

/** A moment as staff read it, by South Africa's clock, from ISO 8601. */
export function readableTime(iso: string): string {
  return format.format(new Date(iso));
}
