import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';

import { companyFrom } from '#contract/company.ts';
import { firm } from '#firm/firm.ts';
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
    expect(await sharp(join(dist, name)).metadata()).toMatchObject({ width, height });
  const ico = await readFile(join(dist, 'favicon.ico'));
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(await sharp(ico.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32 });
  expect((await readFile(join(dist, 'sharing.png'))).length).toBeLessThan(150_000);
});
