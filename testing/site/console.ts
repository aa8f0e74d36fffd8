const logged: unknown[][] = [];

/** Notes what a test logs to console.error. */
export function logError(...values: unknown[]): void {
  logged.push(values);
}

/** Hands over what was logged so far; whatever nobody takes fails the test. */
export function takeLoggedErrors(): unknown[][] {
  return logged.splice(0);
}
