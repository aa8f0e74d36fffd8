import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type CreateText } from 'sharp';

import type { Company } from '#contract/company.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import { councilTable, ringMarkup, STROKE } from '#design/geometry.ts';
import { iconMarkup } from '#design/mark.ts';
import { palettes } from '#design/tokens.ts';
import { homeFor } from '#firm/content/home.ts';
import { theme } from '#firm/theme.ts';

const { paper, primary, ink, accent } = palettes.light;
const folder = dirname(fileURLToPath(import.meta.url));
const titleFont = join(folder, '../../firm/fonts/title.ttf');

/** Draws the icons and the preview image into the root of a built site. */
export async function renderImages(dist: string, company: Company): Promise<void> {
  const tab = iconMarkup({ corner: 6, inset: 2 });
  // Phones round the corners themselves, and can crop a tenth on every side.
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

/** Wraps a PNG as the .ico file that browsers request by default. */
function icoFrom(png: Buffer, side: number): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, side, side, 0, 0, 1, 0, 32, ...Array(9).fill(0)]);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** The image that link previews of the site show. */
async function drawSharingImage(company: Company): Promise<Buffer> {
  const { name, founded } = company;
  const mark = await rasterise(iconMarkup({ corner: 6, inset: 4 }), 64);
  const firm = await setText(name, { color: ink, size: 38, width: 520 });
  const { height: firmHeight } = await sharp(firm).metadata();
  // The lines are short enough to end before the rings.
  const headline = await setText(homeFor(company).hero.headline, {
    color: ink,
    size: 76,
    width: 548,
  });
  const year = await setText(founded, { color: primary, size: 84, width: 400 });
  const { width, height } = await sharp(year).metadata();
  return sharp(Buffer.from(background()))
    .composite([
      { input: mark, left: 72, top: 64 },
      { input: firm, left: 156, top: Math.max(64, Math.round(96 - firmHeight / 2)) },
      { input: headline, left: 70, top: 226 },
      { input: year, left: Math.round(945 - width / 2), top: Math.round(315 - height / 2) },
    ])
    .png({ palette: true, colours: 64 })
    .toBuffer();
}

function background(): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" fill="none">',
    `<rect width="1200" height="630" fill="${paper}"/>`,
    `<path d="M72 560h96" stroke="${accent}" stroke-width="3"/>`,
    '<g transform="translate(630 0) scale(0.75)">',
    `<path d="${councilTable.tableTop}" stroke="${primary}" stroke-width="${STROKE}"/>`,
    ...councilTable.rings.map((ring) => ringMarkup(ring, palettes.light)),
    '</g></svg>',
  ].join('');
}

/** Draws text as a PNG. Size and width are in pixels. */
function setText(
  text: string,
  { color, size, width }: { color: string; size: number; width: number },
): Promise<Buffer> {
  const set: CreateText = {
    text: `<span foreground="${color}">${escapeHtml(text)}</span>`,
    font: `${theme.typefaces.display.inTitleFile}, ${size}`,
    // The library cannot read WOFF2.
    fontfile: titleFont,
    width,
    dpi: 72,
    rgba: true,
    spacing: -Math.round(size * 0.12),
  };
  return sharp({ text: set }).png().toBuffer();
}
