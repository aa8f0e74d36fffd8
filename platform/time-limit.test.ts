import { expect, it } from 'vitest';

import { TimeLimitError, withTimeLimit } from './time-limit.ts';

it('passes on what the work comes to', async () => {
  expect(await withTimeLimit(1_000, Promise.resolve('done'))).toBe('done');
  await expect(withTimeLimit(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('gives up on work that does not answer', async () => {
  await expect(withTimeLimit(5, new Promise(() => {}))).rejects.toThrow(TimeLimitError);
});
