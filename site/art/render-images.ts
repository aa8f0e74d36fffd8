import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Company } from '../../contract/company.ts';
import { icoFrom } from './ico.ts';
import { iconMarkup } from './icon-markup.ts';
import { drawSharingImage } from './sharing-image.ts';

/** Draws the icons and the sharing card into the root of a built site. */
export async function renderImages(dist: string, company: Company): Promise<void> {
  const tab = iconMarkup({ corner: 6, inset: 2 });
  // Phones round the corners themselves, and may cut away a tenth on every side.
  const tile = iconMarkup({ corner: 0, inset: 5 });
  const files = {
    'favicon.svg': tab,
    'favicon.ico': icoFrom(await rasterise(tab, 32), 32),
    'apple-touch-icon.png': await rasterise(tile, 180),
    'icon-192.png': await rasterise(tile, 192),
    'icon-512.png': await rasterise(tile, 512),
    'sharing.png': await drawSharingImage(company),
  };
  await Promise.all(Object.entries(files).map(([name, data]) => writeFile(join(dist, name), data)));
}

function rasterise(svg: string, side: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * side) / 32 })
    .resize(side, side)
    .png()
    .toBuffer();
}
