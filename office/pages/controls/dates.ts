const format = new Intl.DateTimeFormat('en-ZA', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

/** A moment as staff read it, by South Africa's clock, from ISO 8601. */
export function readableTime(iso: string): string {
  return format.format(new Date(iso));
}
