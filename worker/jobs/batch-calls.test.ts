import { expect, it, vi } from 'vitest';

import { batch } from './batch-calls.ts';

function doubler() {
  const doAll = vi.fn((numbers: number[]) => Promise.resolve(numbers.map((number) => number * 2)));
  return { doAll, double: batch(doAll) };
}

it('batches the calls in one turn of the event loop, and gives each its own result', async () => {
  const { doAll, double } = doubler();
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  expect(doAll.mock.calls).toEqual([[[1, 2, 3]]]);
});

it('starts a new batch in the next turn, even if the first is still running', async () => {
  let finish: (results: string[]) => void = () => undefined;
  const doAll = vi.fn(
    (inputs: string[]) =>
      new Promise<string[]>((end) => (finish = (results) => end(results.slice(0, inputs.length)))),
  );
  const ask = batch(doAll);
  const first = ask('first');
  await expect.poll(() => doAll).toHaveBeenCalledTimes(1);
  const finishFirst = finish;
  const second = ask('second');
  await expect.poll(() => doAll).toHaveBeenCalledTimes(2);
  finish(['two']);
  finishFirst(['one']);
  expect([await first, await second]).toEqual(['one', 'two']);
});

it('repeats a failed batch one by one, so that one call cannot hold up others', async () => {
  const { doAll, double } = doubler();
  doAll.mockRejectedValueOnce(new Error('One of them is refused'));
  doAll.mockRejectedValueOnce(new Error('This one'));
  const results = await Promise.allSettled([double(1), double(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await double(3)).toBe(6);
});
