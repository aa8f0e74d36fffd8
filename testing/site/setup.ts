import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';

import { logError, server, takeLoggedErrors } from './stand-ins.ts';

// A second is short beside three other files on two cores.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(() => {
  // A file whose own hooks fail leaves it open, and must not take the next one with it.
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
