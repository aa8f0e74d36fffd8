import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';

import { server, takeLoggedErrors } from './stand-ins.ts';

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(() => {
  // A previous test file whose hooks failed may have left the server open.
  server.close();
  server.listen({ onUnhandledRequest: 'error' });
});

// These are missing in the DOM of the tests.
Element.prototype.scrollIntoView = () => {};
Element.prototype.setPointerCapture = () => {};
class PointerEventWithType extends MouseEvent {
  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init);
    Object.assign(this, { pointerId: init.pointerId, pointerType: init.pointerType });
  }
}
Object.assign(globalThis, { PointerEvent: PointerEventWithType });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  server.resetHandlers();
  sessionStorage.clear();
  document.body.replaceChildren();
  const logged = takeLoggedErrors();
  vi.restoreAllMocks();
  expect(logged).toEqual([]);
});

afterAll(() => server.close());
