import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

interface Stoppable {
  stop: () => unknown;
}

type Start<Started extends Stoppable> = () => Started | Promise<Started>;

/**
 * Starts something before the tests of a file and stops it after them. A module that several test
 * files share must call this in a function: Vitest may load the module once for all of them.
 */
export function forAllTests<Started extends Stoppable>(start: Start<Started>): Started {
  const started: Partial<Started> = {};
  beforeAll(async () => void Object.assign(started, await start()));
  afterAll(() => started.stop?.());
  return started as Started;
}

export function forEachTest<Started extends Stoppable>(start: Start<Started>): Started {
  const started: Partial<Started> = {};
  beforeEach(async () => void Object.assign(started, await start()));
  afterEach(() => started.stop?.());
  return started as Started;
}
