import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createLogger } from '../platform/logger.ts';
import { watchBacklog } from './watch-backlog.ts';

const logger = createLogger({ service: 'api', level: 'silent', format: 'json' });
let waiting = 0;
let memory = 0;
let backlog: ReturnType<typeof watchBacklog>;

beforeEach(() => {
  vi.useFakeTimers();
  [waiting, memory] = [0, 0];
  const queue = {
    countWaiting,
    shareOfMemory: () => Promise.resolve(memory),
  };
  backlog = watchBacklog(queue, 10, logger);
});

afterEach(() => {
  backlog.stop();
  vi.useRealTimers();
});

function countWaiting(): Promise<number> {
  if (waiting < 0) return Promise.reject(new Error('Redis does not answer'));
  return Promise.resolve(waiting);
}

it('reports a full backlog at the limit, but not below it', async () => {
  waiting = 10;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(backlog.isFull()).toBe(true);
  waiting = 9;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(backlog.isFull()).toBe(false);
});

it('reports a full backlog while Redis has too little memory left for the worker', async () => {
  memory = 0.8;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(backlog.isFull()).toBe(true);
  memory = 0.79;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(backlog.isFull()).toBe(false);
});

it('keeps its last result while Redis is down', async () => {
  waiting = 10;
  await vi.advanceTimersByTimeAsync(2_000);
  waiting = -1;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(backlog.isFull()).toBe(true);
});
