import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves when the address answers 200.
 *
 * @param hasEnded whether what should answer is gone, so that waiting is in vain.
 * @throws Error with the last answer when it is gone, or after the given milliseconds.
 */
export async function waitUntilReady(
  url: string,
  patience = 60_000,
  hasEnded: () => boolean = () => false,
): Promise<void> {
  const deadline = Date.now() + patience;
  let last = 'no answer';
  while (Date.now() < deadline && !hasEnded()) {
    try {
      const response = await fetch(url);
      if (response.ok) return;
      last = `${response.status} ${await response.text()}`;
    } catch {
      last = 'no answer';
    }
    await sleep(100);
  }
  throw new Error(`${url} is not ready: ${last}`);
}
