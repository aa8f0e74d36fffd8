import { expect, it } from 'vitest';

import { shareNextLook } from './share-look.server.ts';

/** Requests that the test completes. */
function createLook() {
  const looks: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = [];
  const ask = shareNextLook(
    () => new Promise<string>((resolve, reject) => looks.push({ resolve, reject })),
  );
  return { looks, ask };
}

it('sends two requests for many concurrent calls, none with an answer older than its call', async () => {
  const { looks, ask } = createLook();
  const first = ask();
  const later = Array.from({ length: 50 }, () => ask());
  looks[0]?.resolve('before');
  expect(await first).toBe('before');
  await new Promise(setImmediate);
  expect(looks).toHaveLength(2);
  looks[1]?.resolve('after');
  expect(new Set(await Promise.all(later))).toEqual(new Set(['after']));
});

it('requests again after a failure, and for later calls', async () => {
  const { looks, ask } = createLook();
  const [first, second] = [ask(), ask()];
  looks[0]?.reject(new Error('MongoDB is away.'));
  await expect(first).rejects.toThrow('MongoDB is away.');
  await new Promise(setImmediate);
  looks[1]?.resolve('there');
  expect(await second).toBe('there');
  const third = ask();
  expect(looks).toHaveLength(3);
  looks[2]?.resolve('now');
  expect(await third).toBe('now');
});
