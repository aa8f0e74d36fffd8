import { arcLength, arcPath, pointOn, type Point } from './geometry.ts';

export interface RingShape {
  centre: Point;
  radius: number;
  from: number;
  sweep: number;
  seats: number;
  /** Which seat is taken by the chair, counted from the start of the ring. */
  chair?: number;
}

/** Seats stand a little way from the edge of the table that they belong to. */
export const SEAT = { length: 9, width: 13, distance: 14 };
export const STROKE = 1.25;

/** The edge of a table and the row of its seats, drawn as dashes with round ends. */
export function ringGeometry({ centre, radius, from, sweep, seats, chair }: RingShape) {
  const row = radius + SEAT.distance;
  const margin = sweep / seats / 2;
  const first = from + margin;
  const seated = sweep - 2 * margin;
  // The row begins and ends with a whole seat.
  const half = (SEAT.length / 2 / row) * (180 / Math.PI);
  const step = arcLength(row, seated) / (seats - 1);
  return {
    edge: arcPath(centre, radius, from, sweep),
    row: arcPath(centre, row, first - half, seated + 2 * half),
    dashes: `${SEAT.length} ${(step - SEAT.length).toFixed(2)}`,
    chair:
      chair === undefined ? undefined : place(centre, row, first + (seated * chair) / (seats - 1)),
  };
}

function place(centre: Point, radius: number, degrees: number) {
  const { x, y } = pointOn(centre, radius, degrees);
  return {
    d: `M${-SEAT.length / 2} 0h${SEAT.length}`,
    transform: `translate(${x} ${y}) rotate(${degrees.toFixed(1)})`,
  };
}
