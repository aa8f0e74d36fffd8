import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

import { iconMarkup, type Logo } from '../../../design/mark.ts';
import * as present from '../../../firm/logo.ts';

const source = join(dirname(fileURLToPath(import.meta.url)), '../../../firm/logo.svg');

/**
 * Parts of an SVG that emails or pages would not show: the CSP of pages blocks inline styles, for
 * example. A dollar sign would corrupt pages.
 */
const refused =
  /<(?:style|script|image|use|foreignObject)\b|\s(?:style|on\w+|(?:xlink:)?href)=|\$/i;

/**
 * Reads the drawing in an SVG file.
 *
 * @throws Error that says what is wrong with the file.
 */
export function readLogo(svg: string): Logo {
  const [, attributes = '', content = ''] = /<svg\b([^>]*)>([^]*)<\/svg>/.exec(svg) ?? [];
  const [, viewBox] = /\bviewBox="([^"]+)"/.exec(attributes) ?? [];
  if (!viewBox) throw new Error('firm/logo.svg: has no viewBox');
  const [part] = refused.exec(svg) ?? [];
  if (part) throw new Error(`firm/logo.svg: must not have ${part.trim()}`);
  const inherited = attributes
    .replace(/\s+(?:xmlns[:\w]*|viewBox|width|height|id|class)="[^"]*"/g, '')
    .replace(/\s+/g, ' ')
    .trimEnd();
  const drawing = content
    .replace(/<!--[^]*?-->/g, '')
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('> <', '><')
    .trim();
  return { viewBox, drawing: `<g${inherited}>${drawing}</g>` };
}

function drawForEmails(logo: Logo): Promise<Buffer> {
  return sharp(Buffer.from(iconMarkup({ corner: 3, inset: 3 }, logo)), { density: 198 })
    .resize(88, 88)
    .png({ palette: true, colours: 32, effort: 10 })
    .toBuffer();
}

/** The content of firm/logo.ts, which servers and pages load instead of logo.svg. */
export async function logoModule(svg = readFileSync(source, 'utf8')): Promise<string> {
  const logo = readLogo(svg);
  const png = (await drawForEmails(logo)).toString('base64');
  return [
    '// Made from logo.svg and theme.ts with `npm run firm -- logo`. Do not edit.\n',
    `export const viewBox = '${logo.viewBox}';\n`,
    `export const drawing =\n  '${logo.drawing.replace(/['\\]/g, '\\$&')}';\n`,
    `/** For emails: the icon as a PNG of 88 × 88 pixels. */\nexport const png =\n  '${png}';\n`,
  ].join('\n');
}

/** Returns a message if logo.svg has a mistake or firm/logo.ts does not match it. */
export async function findLogoMistakes(file = source): Promise<string[]> {
  try {
    const isCurrent = await matchesModule(readLogo(readFileSync(file, 'utf8')));
    return isCurrent
      ? []
      : ['firm/logo.ts: does not match logo.svg and theme.ts: run npm run firm -- logo'];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Whether firm/logo.ts has this logo. The PNG may differ slightly between machines. */
async function matchesModule(logo: Logo): Promise<boolean> {
  if (logo.viewBox !== present.viewBox || logo.drawing !== present.drawing) return false;
  const pixels = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer();
  const wanted = await pixels(await drawForEmails(logo));
  const shown = await pixels(Buffer.from(present.png, 'base64'));
  return wanted.every((value, index) => Math.abs(value - (shown[index] ?? 255)) <= 24);
}
