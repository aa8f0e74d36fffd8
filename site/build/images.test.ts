import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { companyFrom } from '#contract/company.ts';
import { firm } from '#firm/firm.ts';
import { pngSize } from '#support/png-size.ts';
import { renderImages } from './images.ts';

it('draws the icons and a small preview image for any name', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'images-'));
  onTestFinished(() => rm(dist, { recursive: true }));
  await renderImages(dist, companyFrom({ ...firm, name: 'Smith & Sons' }));
  for (const [name, width, height] of [
    ['apple-touch-icon.png', 180, 180],
    ['icon-192.png', 192, 192],
    ['icon-512.png', 512, 512],
    ['sharing.png', 1200, 630],
  ] as const)
    expect(pngSize(await readFile(join(dist, name)))).toEqual([width, height]);
  const ico = await readFile(join(dist, 'favicon.ico'));
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(pngSize(ico.subarray(22))).toEqual([32, 32]);
  // Some apps show no preview for a larger image.
  expect((await readFile(join(dist, 'sharing.png'))).length).toBeLessThan(300_000);
});
