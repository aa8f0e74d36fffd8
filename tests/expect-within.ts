import { expect } from 'vitest';

/**
 * Expects one of three tries to end within the given milliseconds. All three are late when the
 * product is; when the machine is busy with other tests, hardly more than one.
 */
export async function expectWithin(
  milliseconds: number,
  act: () => Promise<unknown>,
): Promise<void> {
  let fastest = Infinity;
  for (let tries = 0; tries < 3 && fastest >= milliseconds; tries += 1) {
    const started = performance.now();
    await act();
    fastest = Math.min(fastest, performance.now() - started);
  }
  expect(fastest).toBeLessThan(milliseconds);
}
