import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** Answers the requests of tests; one that no handler expects is an error. */
export const server = setupServer(
  http.get('*/api/contact/token', () => HttpResponse.text('a-token')),
);

const logged: unknown[][] = [];

/** Notes what a test logs to console.error. */
export function logError(...values: unknown[]): void {
  logged.push(values);
}

/** Hands over what was logged so far; whatever nobody takes fails the test. */
export function takeLoggedErrors(): unknown[][] {
  return logged.splice(0);
}
