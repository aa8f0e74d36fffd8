import { setupServer } from 'msw/node';
import { vi } from 'vitest';

export const server = setupServer();

/** Returns and clears what was logged to console.error; any left at the end fail the test. */
export function takeLoggedErrors(): unknown[][] {
  return vi.mocked(console.error).mock.calls.splice(0);
}
