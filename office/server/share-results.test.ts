import { expect, it, onTestFinished, vi } from 'vitest';

import { shareNextResult, shareResult } from './share-results.ts';

/** Creates a shared function and the list of its requests, which the test completes. */
function createRequests() {
  const requests: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = [];
  const ask = shareNextResult(
    () => new Promise<string>((resolve, reject) => requests.push({ resolve, reject })),
  );
  return { requests, ask };
}

it('makes two requests for many concurrent calls, with no result older than its call', async () => {
  const { requests, ask } = createRequests();
  const first = ask();
  const later = Array.from({ length: 50 }, () => ask());
  requests[0]?.resolve('before');
  expect(await first).toBe('before');
  await new Promise(setImmediate);
  expect(requests).toHaveLength(2);
  requests[1]?.resolve('after');
  expect(new Set(await Promise.all(later))).toEqual(new Set(['after']));
});

it('requests again after a failure, and for later calls', async () => {
  const { requests, ask } = createRequests();
  const [first, second] = [ask(), ask()];
  requests[0]?.reject(new Error('MongoDB is down.'));
  await expect(first).rejects.toThrow('MongoDB is down.');
  await new Promise(setImmediate);
  requests[1]?.resolve('there');
  expect(await second).toBe('there');
  const third = ask();
  expect(requests).toHaveLength(3);
  requests[2]?.resolve('now');
  expect(await third).toBe('now');
});

it('caches a result for the same time even if the clock is set back', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let count = 0;
  const ask = shareResult(10_000, () => Promise.resolve((count += 1)));
  expect(await ask()).toBe(1);
  vi.setSystemTime(Date.now() - 7_200_000);
  vi.advanceTimersByTime(9_999);
  expect(await ask()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await ask()).toBe(2);
});
