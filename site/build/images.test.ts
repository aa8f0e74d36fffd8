import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { companyFrom } from '../../contract/company.ts';
import { firm } from '../../firm/firm.ts';
import { besideRings, renderImages, setHeadline, widthBesideRings } from './images.ts';

let dist = '';
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'images-'));
  await renderImages(dist, companyFrom({ ...firm, name: 'Smith & Sons' }));
});
afterAll(() => rm(dist, { recursive: true }));

async function widthOf(image: Buffer): Promise<number> {
  return (await sharp(image).metadata()).width;
}

describe('the renderer of images', () => {
  it.each([
    ['apple-touch-icon.png', 180, 180],
    ['icon-192.png', 192, 192],
    ['icon-512.png', 512, 512],
    ['sharing.png', 1200, 630],
  ])('draws %s at %i by %i', async (name, width, height) => {
    expect(await sharp(join(dist, name)).metadata()).toMatchObject({ width, height });
  });

  it('wraps a PNG as favicon.ico', async () => {
    const ico = await readFile(join(dist, 'favicon.ico'));
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    expect(await sharp(ico.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32 });
  });

  it.each([
    'Operational Support for Membership-Based Institutions',
    'The Office Behind Medical Societies',
    'Support for Institutions',
  ])('keeps the headline %j of the preview image off the rings', async (text) => {
    expect(await widthBesideRings(await setHeadline(text))).toBeLessThanOrEqual(besideRings.width);
  });

  it('sets the preview image in firm/fonts/title.ttf, not in a font of this machine', async () => {
    const text = 'Institutions';
    const other = await sharp({ text: { text, font: 'No such family, 76', dpi: 72, rgba: true } })
      .png()
      .toBuffer();
    const [own, fallback] = await Promise.all([await setHeadline(text), other].map(widthOf));
    expect(own).not.toBe(fallback);
  });

  it('keeps the preview image under 150 kB', async () => {
    expect((await readFile(join(dist, 'sharing.png'))).length).toBeLessThan(150_000);
  });
});
