import { drawing, viewBox } from '#firm/logo.ts';
import { palettes } from './tokens.ts';

type Palette = (typeof palettes)['light'];

export interface Logo {
  viewBox: string;
  /** SVG in the colours of the light palette. */
  drawing: string;
}

/** The logo as SVG, in the colours of the given palette instead of the light palette. */
export function drawMark(palette: Partial<Palette>, svg: string = drawing): string {
  const names = Object.keys(palette) as (keyof Palette)[];
  return svg.replace(/#[\da-f]{6}\b/gi, (hex) => {
    const name = names.find((colorName) => palettes.light[colorName] === hex.toLowerCase());
    return (name && palette[name]) ?? hex;
  });
}

/** Places the logo as a square in another SVG drawing. */
function placeMark(
  { x, y, side }: { x: number; y: number; side: number },
  palette: Partial<Palette> = {},
  logo: Logo = { viewBox, drawing },
): string {
  const size = `x="${x}" y="${y}" width="${side}" height="${side}"`;
  return `<svg ${size} viewBox="${logo.viewBox}">${drawMark(palette, logo.drawing)}</svg>`;
}

/** The logo on a tile in the main colour, for light and dark browser tabs. */
export function iconMarkup(
  { corner, inset }: { corner: number; inset: number },
  logo?: Logo,
): string {
  const { paper, primary } = palettes.light;
  const onTile = {
    primary: paper,
    ink: paper,
    onPrimary: primary,
    accent: palettes.dark.accent,
  };
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<rect width="32" height="32" rx="${corner}" fill="${primary}"/>`,
    placeMark({ x: inset, y: inset, side: 32 - 2 * inset }, onTile, logo),
    '</svg>',
  ].join('');
}
