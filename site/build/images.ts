import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Company } from '#contract/company.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import { drawPng, measure } from '#design/draw-png.ts';
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
    'favicon.ico': icoFrom(drawPng(tab, 32), 32),
    'apple-touch-icon.png': drawPng(tile, 180),
    'icon-192.png': drawPng(tile, 192),
    'icon-512.png': drawPng(tile, 512),
    'sharing.png': drawSharingImage(company),
  };
  await Promise.all(Object.entries(files).map(([name, data]) => writeFile(join(dist, name), data)));
}

/** Wraps a PNG as the .ico file that browsers request by default. */
function icoFrom(png: Buffer, side: number): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, side, side, 0, 0, 1, 0, 32, ...Array(9).fill(0)]);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

function drawSharingImage(company: Company): Buffer {
  const { name, founded } = company;
  const firm = setText(name, { color: ink, size: 38, width: 520 });
  // The lines are short enough to end before the rings.
  const { headline } = homeFor(company).hero;
  const title = setText(headline, { color: ink, size: 76, width: 548 });
  const year = setText(`${founded}`, { color: primary, size: 84, width: 400 });
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" fill="none">',
    `<rect width="1200" height="630" fill="${paper}"/>`,
    '<g transform="translate(630 0) scale(0.75)">',
    `<path d="${councilTable.tableTop}" stroke="${primary}" stroke-width="${STROKE}"/>`,
    ...councilTable.rings.map((ring) => ringMarkup(ring, palettes.light)),
    '</g><svg x="72" y="64" width="64" height="64">',
    iconMarkup({ corner: 6, inset: 4 }),
    '</svg>',
    firm.place(158, Math.max(64, 96 - firm.height / 2)),
    title.place(72, 228),
    year.place(945 - year.width / 2, 315 - year.height / 2),
    `<path d="M72 ${228 + title.height + 36}h96" stroke="${accent}" stroke-width="3"/></svg>`,
  ].join('');
  return drawPng(svg, 1200, titleFont);
}

/** Sets a text in lines of at most the given width. Size and width are in pixels. */
function setText(
  text: string,
  { color, size, width: limit }: { color: string; size: number; width: number },
) {
  const draw = (lines: string[]) => {
    const spans = lines.map(
      (line, index) => `<tspan x="0" y="${index * 0.89 * size}">${escapeHtml(line)}</tspan>`,
    );
    const font = `font-family="${theme.typefaces.display.inTitleFile}" font-size="${size}"`;
    return `<text fill="${color}" ${font}>${spans.join('')}</text>`;
  };
  const lines = [''];
  for (const word of text.split(/(?<=[\s-])/)) {
    const longer = `${lines.at(-1) ?? ''}${word}`;
    if (measure(draw([longer]), titleFont).width > limit) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  const markup = draw(lines);
  const { x, y, width, height } = measure(markup, titleFont);
  /** The text with the left upper corner of its ink at a point. */
  const place = (left: number, top: number) =>
    `<g transform="translate(${left - x} ${top - y})">${markup}</g>`;
  return { place, width, height };
}
