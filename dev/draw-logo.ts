import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { drawPng } from '#design/draw-png.ts';
import { iconMarkup, type Logo } from '#design/mark.ts';

const folder = fileURLToPath(new URL('../firm/', import.meta.url));

/** Parts of an SVG that emails or pages would not show: a page's CSP blocks inline styles. */
const refused =
  /<(?:style|script|image|use|foreignObject)\b|\s(?:style|on\w+|(?:xlink:)?href)=|\$/i;

/** `npm run logo`: writes firm/logo.ts, which servers and pages load, from firm/logo.svg. */
function drawLogo(): void {
  const logo = readLogo(readFileSync(`${folder}logo.svg`, 'utf8'));
  const png = drawPng(iconMarkup({ corner: 3, inset: 3 }, logo), 88);
  const source = [
    '// Made from logo.svg and theme.ts with `npm run logo`. Do not edit.\n',
    `export const viewBox = '${logo.viewBox}';\n`,
    `export const drawing =\n  '${logo.drawing.replace(/['\\]/g, '\\$&')}';\n`,
    `/** For emails: the icon as a PNG of 88 × 88 pixels. */\nexport const png =\n  '${png.toString('base64')}';\n`,
  ];
  writeFileSync(`${folder}logo.ts`, source.join('\n'));
}

function readLogo(svg: string): Logo {
  const [, attributes = '', content = ''] = /<svg\b([^>]*)>([^]*)<\/svg>/.exec(svg) ?? [];
  const [, viewBox] = /\bviewBox="([^"]+)"/.exec(attributes) ?? [];
  if (!viewBox) throw new Error('firm/logo.svg has no viewBox.');
  const [part] = refused.exec(svg) ?? [];
  if (part) throw new Error(`firm/logo.svg must not have ${part.trim()}.`);
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

drawLogo();
