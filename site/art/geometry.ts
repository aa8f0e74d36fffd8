export interface Point {
  x: number;
  y: number;
}

/** Degrees run clockwise from the top, as places at a table do. */
export function pointOn(centre: Point, radius: number, degrees: number): Point {
  const radians = ((degrees - 90) * Math.PI) / 180;
  return {
    x: round(centre.x + radius * Math.cos(radians)),
    y: round(centre.y + radius * Math.sin(radians)),
  };
}

/** Path data for part of a circle; a sweep of 360 degrees closes it. */
export function arcPath(centre: Point, radius: number, from: number, sweep: number): string {
  const start = pointOn(centre, radius, from);
  const half = pointOn(centre, radius, from + sweep / 2);
  const end = pointOn(centre, radius, from + sweep);
  return `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${half.x} ${half.y}A${radius} ${radius} 0 0 1 ${end.x} ${end.y}${sweep === 360 ? 'Z' : ''}`;
}

export function arcLength(radius: number, sweep: number): number {
  return (radius * sweep * Math.PI) / 180;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
