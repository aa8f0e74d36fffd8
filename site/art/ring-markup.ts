import { palettes } from '../design/theme.ts';
import { ringGeometry, SEAT, STROKE, type RingShape } from './ring-geometry.ts';

const { teal, paper, brass } = palettes.light;

/** A ring as SVG source with its colours in place, for images that stand outside a page. */
export function ringMarkup(shape: RingShape): string {
  const { edge, row, dashes, chair } = ringGeometry(shape);
  const seats = `stroke-linecap="round" stroke-dasharray="${dashes}"`;
  return [
    `<path d="${edge}" stroke="${teal}" stroke-width="${STROKE}"/>`,
    `<path d="${row}" stroke="${teal}" stroke-width="${SEAT.width}" ${seats}/>`,
    `<path d="${row}" stroke="${paper}" stroke-width="${SEAT.width - 2 * STROKE}" ${seats}/>`,
    chair &&
      `<path d="${chair.d}" transform="${chair.transform}" stroke="${brass}" stroke-width="${SEAT.width}" stroke-linecap="round"/>`,
  ].join('');
}
