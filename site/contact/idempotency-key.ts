/** A key for one filled-in form, by which the API can tell a retry from a new enquiry. */
export function createIdempotencyKey(): string | undefined {
  // Outside a secure context there is no randomUUID; the API then goes by the content alone.
  return 'randomUUID' in crypto ? crypto.randomUUID() : undefined;
}
