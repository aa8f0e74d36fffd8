import { expect, it, vi } from 'vitest';

import { gather } from './gather.ts';

function doubler() {
  const doAll = vi.fn((numbers: number[]) => Promise.resolve(numbers.map((number) => number * 2)));
  return { doAll, double: gather(doAll) };
}

it('does together what is asked for in one turn, and gives each its own result', async () => {
  const { doAll, double } = doubler();
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  expect(doAll.mock.calls).toEqual([[[1, 2, 3]]]);
});

it('does by itself what is asked for in another turn, though the first is not done', async () => {
  let finish: (results: string[]) => void = () => undefined;
  const doAll = vi.fn(
    (inputs: string[]) =>
      new Promise<string[]>((end) => (finish = (results) => end(results.slice(0, inputs.length)))),
  );
  const ask = gather(doAll);
  const first = ask('first');
  await vi.waitFor(() => expect(doAll).toHaveBeenCalledTimes(1));
  const finishFirst = finish;
  const second = ask('second');
  await vi.waitFor(() => expect(doAll).toHaveBeenCalledTimes(2));
  finish(['two']);
  finishFirst(['one']);
  expect([await first, await second]).toEqual(['one', 'two']);
});

it('fails each that was part of what failed, and none that came after', async () => {
  const { doAll, double } = doubler();
  doAll.mockRejectedValueOnce(new Error('Redis is away'));
  const results = await Promise.allSettled([double(1), double(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await double(3)).toBe(6);
});
