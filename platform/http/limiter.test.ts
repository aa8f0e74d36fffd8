import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createLocalLimiter } from './limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const narrow = { prefix: 'narrow', max: 2, seconds: 100 };
const wide = { prefix: 'wide', max: 3, seconds: 100 };

it('counts a request towards all limits or none', () => {
  const { count } = createLocalLimiter();
  const send = (source: string) => count([narrow, source], [wide, 'all']);
  expect([send('a'), send('a')]).toEqual([undefined, undefined]);
  vi.advanceTimersByTime(30_500);
  expect(send('a')).toEqual({ limit: narrow, seconds: 70 });
  expect(send('b')).toBeUndefined();
  expect(send('b')).toMatchObject({ limit: wide });
  expect([count([narrow, 'b']), count([narrow, 'b'])]).toEqual([
    undefined,
    { limit: narrow, seconds: 100 },
  ]);
});

it('starts a new window when the last one ends, and refunds counts', () => {
  const { count, refund } = createLocalLimiter();
  const send = () => count([narrow, 'a']);
  expect([send(), send(), send()?.seconds]).toEqual([undefined, undefined, 100]);
  refund([narrow, 'a'], [narrow, 'nobody']);
  expect([send(), send()?.seconds]).toEqual([undefined, 100]);
  vi.advanceTimersByTime(100_000);
  expect(send()).toBeUndefined();
});
