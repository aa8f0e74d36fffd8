import { setTimeout as sleep } from 'node:timers/promises';

type Nothing = undefined | null | false;

/** Polls until there is an answer. Throws an Error that says `what` after the timeout. */
export async function waitFor<Answer>(
  what: string,
  ask: () => Promise<Answer | Nothing> | Answer | Nothing,
  timeout = 150_000,
  interval = 25,
): Promise<Answer> {
  const deadline = performance.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`Timed out after ${timeout} ms: ${what}.`);
    await sleep(interval);
  }
}

/**
 * Expects the median of three tries to take less. Subtracts the time of a reference, such as
 * `/healthz`, which runs right after each try, so that a busy machine delays both.
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
