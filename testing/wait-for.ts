import { setTimeout as sleep } from 'node:timers/promises';

type Nothing = undefined | null | false;

/**
 * Asks until the answer is neither undefined, null nor false, and returns it.
 *
 * @param timeout milliseconds.
 * @throws Error that says what was waited for, after the timeout.
 */
export async function waitFor<Answer>(
  what: string,
  ask: () => Promise<Answer | Nothing> | Answer | Nothing,
  timeout = 45_000,
  interval = 25,
): Promise<Answer> {
  const deadline = performance.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (performance.now() > deadline)
      throw new Error(`Waited ${timeout} ms in vain until ${what}.`);
    await sleep(interval);
  }
}

/**
 * Expects an act to take at most so many milliseconds more than a reference that waits for nothing,
 * such as a request to `/healthz`, takes at that moment. What a busy machine adds is then not held
 * against the product. The median of three tries counts.
 */
export async function expectWithin(
  milliseconds: number,
  act: () => Promise<unknown>,
  reference: () => Promise<unknown>,
): Promise<void> {
  const times: number[] = [];
  for (let tries = 0; tries < 3; tries += 1) {
    const took = await time(act);
    times.push(took - (await time(reference)));
  }
  const [, median = Infinity] = times.sort((a, b) => a - b);
  if (median >= milliseconds) throw new Error(`Took ${median} ms, not ${milliseconds} ms.`);
}

async function time(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}
