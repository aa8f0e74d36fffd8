import { arcLength, arcPath } from './geometry.ts';
import type { RingShape } from './ring-geometry.ts';

const centre = { x: 420, y: 420 };
const from = 262;
const sweep = 286;
const pitch = 36;

/** A ring for each decade of the firm; the outer ones seat more members. */
const rings = Array.from({ length: 7 }, (_, index): RingShape => {
  const radius = 184 + index * 36;
  const seats = Math.round(arcLength(radius, sweep) / pitch);
  // The chair moves on with every decade, and the line of chairs does not break.
  const chair = Math.round(seats * (0.2 + index * 0.035));
  return { centre, radius, from, sweep, seats, chair };
});

export const councilTable = {
  centre,
  rings,
  tableTop: arcPath(centre, 142, from, sweep) + arcPath(centre, 150, from, sweep),
};
