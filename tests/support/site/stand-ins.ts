import { setupServer } from 'msw/node';

/** Responds to requests in tests; an unhandled request is an error. */
export const server = setupServer();

const logged: unknown[][] = [];

/** Records what a test logs to console.error. */
export function logError(...values: unknown[]): void {
  logged.push(values);
}

/** Returns and clears the recorded errors; any left at the end fail the test. */
export function takeLoggedErrors(): unknown[][] {
  return logged.splice(0);
}
