import { attempt } from './attempt.ts';

const STORED_KEY = 'contact-key';

/** A key for one filled-in form, by which the API can tell a retry from a new enquiry. */
export function createIdempotencyKey(): string | undefined {
  // Outside a secure context there is no randomUUID; the API then goes by the content alone.
  return 'randomUUID' in crypto ? crypto.randomUUID() : undefined;
}

/** The key under which this tab last tried to send and was not answered, else a new one. */
export function recallIdempotencyKey(): string | undefined {
  return attempt(() => sessionStorage.getItem(STORED_KEY)) ?? createIdempotencyKey();
}

/** Keeps a key for as long as the tab is open, as the draft is that may be sent again under it. */
export function keepIdempotencyKey(key: string | undefined): void {
  if (key !== undefined) attempt(() => sessionStorage.setItem(STORED_KEY, key));
}

/** Forgets the key, once what was sent under it has arrived. */
export function forgetIdempotencyKey(): void {
  attempt(() => sessionStorage.removeItem(STORED_KEY));
}
