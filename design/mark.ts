import { arcPath } from './geometry.ts';
import { palettes } from './tokens.ts';

const centre = { x: 16, y: 18.8 };

/** The logo in a square of 32: a table and five chairs, the middle one in brass. */
export const mark = {
  table: arcPath(centre, 7, 232, 256),
  chairs: [238, 290, 44, 96].map((from) => arcPath(centre, 13.4, from, 26)),
  chair: arcPath(centre, 13.4, 347, 26),
  strokeWidth: 2.5,
};

/** The logo on teal, for light and dark browser tabs. */
export function iconMarkup({ corner, inset }: { corner: number; inset: number }): string {
  const { paper, teal } = palettes.light;
  const { brass } = palettes.dark;
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
