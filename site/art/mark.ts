import { arcPath } from './geometry.ts';

const centre = { x: 16, y: 18.8 };

/** The logo in a square of 32: a table and five chairs, the middle one in brass. */
export const mark = {
  table: arcPath(centre, 7, 232, 256),
  chairs: [238, 290, 44, 96].map((from) => arcPath(centre, 13.4, from, 26)),
  chair: arcPath(centre, 13.4, 347, 26),
  strokeWidth: 2.5,
};
