import { palettes } from '../design/theme.ts';
import { mark } from './mark.ts';

const { paper, teal } = palettes.light;
const { brass } = palettes.dark;

/** The mark on a teal ground, which shows on light and on dark tabs alike. */
export function iconMarkup({ corner, inset }: { corner: number; inset: number }): string {
  const scale = (32 - 2 * inset) / 32;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<rect width="32" height="32" rx="${corner}" fill="${teal}"/>`,
    `<g transform="translate(${inset} ${inset}) scale(${scale})" fill="none" stroke="${paper}" stroke-width="${mark.strokeWidth}" stroke-linecap="round">`,
    `<path d="${[mark.table, ...mark.chairs].join('')}"/>`,
    `<path d="${mark.chair}" stroke="${brass}"/>`,
    '</g></svg>',
  ].join('');
}
