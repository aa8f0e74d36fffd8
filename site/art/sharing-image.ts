import { createRequire } from 'node:module';
import sharp from 'sharp';
import type { Company } from '../../contract/company.ts';
import { hero } from '../content/home/hero.ts';
import { palettes } from '../design/theme.ts';
import { councilTable } from './council-table.ts';
import { ringMarkup } from './ring-markup.ts';

export const sharingImage = { width: 1200, height: 630 };

const { paper, teal, ink, brass } = palettes.light;
// The site's own subset is compressed in a way that the image library cannot read.
const fontfile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/newsreader/400Regular/Newsreader_400Regular.ttf',
);

/** The card that a link to the site shows elsewhere. */
export async function drawSharingImage({ name, founded }: Company): Promise<Buffer> {
  const year = await setText(founded, { color: teal, size: 84, width: 400 });
  const { width = 0, height = 0 } = await sharp(year).metadata();
  return sharp(Buffer.from(background()))
    .composite([
      { input: await setText(name, { color: ink, size: 38, width: 600 }), left: 72, top: 70 },
      {
        input: await setText(hero.headline, { color: ink, size: 76, width: 640 }),
        left: 70,
        top: 226,
      },
      { input: year, left: Math.round(945 - width / 2), top: Math.round(315 - height / 2) },
    ])
    .png({ palette: true, colours: 64 })
    .toBuffer();
}

function background(): string {
  const { width, height } = sharingImage;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none">`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    `<path d="M72 560h96" stroke="${brass}" stroke-width="3"/>`,
    '<g transform="translate(630 0) scale(0.75)">',
    `<path d="${councilTable.tableTop}" stroke="${teal}" stroke-width="1.25"/>`,
    ...councilTable.rings.map(ringMarkup),
    '</g></svg>',
  ].join('');
}

interface Setting {
  color: string;
  /** In pixels. */
  size: number;
  width: number;
}

function setText(text: string, { color, size, width }: Setting): Promise<Buffer> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return sharp({
    text: {
      text: `<span foreground="${color}">${escaped}</span>`,
      font: `Newsreader ${size}`,
      fontfile,
      width,
      dpi: 72,
      rgba: true,
      spacing: -Math.round(size * 0.12),
    },
  })
    .png()
    .toBuffer();
}
