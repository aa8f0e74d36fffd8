import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';

import { logError, server, takeLoggedErrors } from './stand-ins.ts';

// One second is too short with three other test files on two cores.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(() => {
  // A file whose hooks fail leaves the server open, which must not affect the next file.
  server.close();
  server.listen({ onUnhandledRequest: 'error' });
});

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(logError);
});

afterEach(() => {
  cleanup();
  server.resetHandlers();
  sessionStorage.clear();
  document.body.replaceChildren();
  vi.restoreAllMocks();
  expect(takeLoggedErrors()).toEqual([]);
});

afterAll(() => server.close());
