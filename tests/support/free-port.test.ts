import { expect, it, vi } from 'vitest';

import { findFreePort } from './free-port.ts';

it('never returns the same port twice, in any process', async () => {
  vi.resetModules();
  // Loads the module again, as another process would.
  const other = await import('./free-port.ts');
  const ports: number[] = [];
  for (let count = 0; count < 150; count += 1) {
    ports.push(...(await Promise.all([findFreePort(), other.findFreePort()])));
  }
  expect(new Set(ports).size).toBe(300);
});
