import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createLogger } from '../platform/logger.ts';
import { startWatchdog } from './watchdog.ts';

const logger = createLogger({ service: 'test', level: 'silent', format: 'json' });
const replace = vi.fn(() => Promise.resolve());
let stop = () => {};

function watch(count: { waiting: number; delayed: number }, progressAt = () => 0) {
  const start = Date.now();
  stop = startWatchdog({
    queue: 'submissions',
    logger,
    every: 5_000,
    patience: 60_000,
    count: () => Promise.resolve(count),
    progressAt: () => start + progressAt(),
    replace,
  });
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  stop();
  replace.mockClear();
  vi.useRealTimers();
});

it('replaces a worker that makes no progress while jobs wait', async () => {
  watch({ waiting: 1, delayed: 0 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(replace).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(replace).toHaveBeenCalledOnce();
});

it('gives the new worker as much time before it is replaced in turn', async () => {
  watch({ waiting: 1, delayed: 0 });
  await vi.advanceTimersByTimeAsync(125_000);
  expect(replace).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(replace).toHaveBeenCalledTimes(2);
});

it('leaves a worker alone that makes progress, or has nothing to do', async () => {
  const start = Date.now();
  watch({ waiting: 100, delayed: 100 }, () => Date.now() - start);
  await vi.advanceTimersByTimeAsync(600_000);
  stop();
  watch({ waiting: 0, delayed: 0 });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(replace).not.toHaveBeenCalled();
});

it('waits out the longest delay when jobs only wait for their time', async () => {
  watch({ waiting: 0, delayed: 1 });
  await vi.advanceTimersByTimeAsync(360_000);
  expect(replace).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(replace).toHaveBeenCalledOnce();
});

it('looks again after a look that failed', async () => {
  const count = vi
    .fn<() => Promise<{ waiting: number; delayed: number }>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue({ waiting: 1, delayed: 0 });
  stop = startWatchdog({
    queue: 'submissions',
    logger,
    every: 5_000,
    patience: 60_000,
    count,
    progressAt: () => 0,
    replace,
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(replace).toHaveBeenCalledOnce();
});
