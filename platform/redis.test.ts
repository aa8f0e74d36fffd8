import { expect, it } from 'vitest';

import { reconnectDelay } from './redis.ts';

it('never waits longer than a second to reconnect', () => {
  expect([1, 5, 10, 500].map(reconnectDelay)).toEqual([100, 500, 1000, 1000]);
});
