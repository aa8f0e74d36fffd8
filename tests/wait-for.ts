import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks until the answer is neither undefined, null nor false, and returns it.
 *
 * @throws Error that says what was waited for, after the given milliseconds.
 */
export async function waitFor<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined | null | false> | Answer | undefined | null | false,
  patience = 20_000,
): Promise<Answer> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    await sleep(25);
  }
  throw new Error(`Waited ${patience} ms in vain until ${what}.`);
}
