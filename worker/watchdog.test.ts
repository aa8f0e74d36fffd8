import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createLogger } from '../platform/logger.ts';
import { startWatchdog, type ExpectedJobs } from './watchdog.ts';

const logger = createLogger({ service: 'test', level: 'silent', format: 'json' });
const replace = vi.fn(() => Promise.resolve());
let stop = () => {};

function watch(count: (dueBefore: number) => ExpectedJobs, progressAt = () => 0) {
  const start = Date.now();
  stop = startWatchdog({
    queue: 'submissions',
    logger,
    every: 5_000,
    timeout: 60_000,
    count: (dueBefore) => Promise.resolve(count(dueBefore)),
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
  watch(() => ({ waiting: 1, due: 0 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(replace).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(replace).toHaveBeenCalledOnce();
});

it('waits for the full timeout before replacing the new worker', async () => {
  watch(() => ({ waiting: 1, due: 0 }));
  await vi.advanceTimersByTimeAsync(125_000);
  expect(replace).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(replace).toHaveBeenCalledTimes(2);
});

it('does not replace a worker that makes progress or has nothing to do', async () => {
  const start = Date.now();
  watch(
    () => ({ waiting: 100, due: 100 }),
    () => Date.now() - start,
  );
  await vi.advanceTimersByTimeAsync(600_000);
  stop();
  watch(() => ({ waiting: 0, due: 0 }));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(replace).not.toHaveBeenCalled();
});

it('expects progress on a delayed job only when the job is overdue by the timeout', async () => {
  const start = Date.now();
  const dueAt = start + 1_800_000;
  watch((dueBefore) => ({ waiting: 0, due: dueAt < dueBefore ? 1 : 0 }));
  await vi.advanceTimersByTimeAsync(1_860_000);
  expect(replace).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(replace).toHaveBeenCalledOnce();
});

it('checks again after a failed check', async () => {
  const count = vi
    .fn<() => Promise<ExpectedJobs>>()
    .mockRejectedValueOnce(new Error('down'))
    .mockResolvedValue({ waiting: 1, due: 0 });
  stop = startWatchdog({
    queue: 'submissions',
    logger,
    every: 5_000,
    timeout: 60_000,
    count,
    progressAt: () => 0,
    replace,
  });
  await vi.advanceTimersByTimeAsync(75_000);
  expect(replace).toHaveBeenCalledOnce();
});

it.each([
  ['answers late', () => sleep(70_000).then(() => ({ waiting: 1, due: 0 }))],
  ['does not answer', () => Promise.reject(new Error('Connection is closed.'))],
])('restarts the timeout after an outage in which Redis %s', async (_how, during) => {
  let isDown = true;
  stop = startWatchdog({
    ...{ queue: 'submissions', logger, every: 5_000, timeout: 80_000, replace },
    count: () => (isDown ? during() : Promise.resolve({ waiting: 1, due: 0 })),
    progressAt: () => 0,
  });
  await vi.advanceTimersByTimeAsync(76_000);
  isDown = false;
  await vi.advanceTimersByTimeAsync(75_000);
  expect(replace).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(replace).toHaveBeenCalledOnce();
});

function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
  });
}
