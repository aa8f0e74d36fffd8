import { expect, it } from 'vitest';

import { TimeoutError, withTimeout } from './timeout.ts';

it('passes on what the work comes to', async () => {
  expect(await withTimeout(1_000, Promise.resolve('done'))).toBe('done');
  await expect(withTimeout(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('gives up on work that does not answer', async () => {
  await expect(withTimeout(5, new Promise(() => {}))).rejects.toThrow(TimeoutError);
});
