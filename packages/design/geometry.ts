export interface Point {
  x: number;
  y: number;
}

/** The point at an angle, in degrees clockwise from the top. */
export function pointOn(centre: Point, radius: number, degrees: number): Point {
  const radians = ((degrees - 90) * Math.PI) / 180;
  return {
    x: round(centre.x + radius * Math.cos(radians)),
    y: round(centre.y + radius * Math.sin(radians)),
  };
}

/** Path data for an arc; a sweep of 360 degrees draws a closed circle. */
export function arcPath(centre: Point, radius: number, from: number, sweep: number): string {
  const start = pointOn(centre, radius, from);
  // An arc cannot end where it starts, so a whole circle is drawn as two halves.
  const stops = sweep === 360 ? [from + 180, from + 360] : [from + sweep];
  const large = sweep > 180 && sweep < 360 ? 1 : 0;
  const arcs = stops.map((degrees) => {
    const end = pointOn(centre, radius, degrees);
    return `A${radius} ${radius} 0 ${large} 1 ${end.x} ${end.y}`;
  });
  return `M${start.x} ${start.y}${arcs.join('')}${sweep === 360 ? 'Z' : ''}`;
}

/** The length of an arc, in the unit of the radius. The sweep is in degrees. */
function arcLength(radius: number, sweep: number): number {
  return (radius * sweep * Math.PI) / 180;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export interface RingShape {
  centre: Point;
  radius: number;
  from: number;
  sweep: number;
  /** The approximate distance along the edge from one seat to the next. */
  spacing: number;
  /** The chairperson's seat, counted from 0 at the start of the ring. */
  chair?: number;
}

export const SEAT = { length: 9, width: 13, distance: 14 };
export const STROKE = 1.25;

/** Path data. The seats are dashes with round ends: `dashes` is the row's `stroke-dasharray`. */
export function ringGeometry({ centre, radius, from, sweep, spacing, chair }: RingShape) {
  const seats = seatsOn(radius, sweep, spacing);
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
      chair === undefined
        ? undefined
        : chairAt(centre, row, first + (seated * chair) / (seats - 1)),
  };
}

export function ringMarkup(
  shape: RingShape,
  { primary, accent, paper }: Record<'primary' | 'accent' | 'paper', string>,
): string {
  const { edge, row, dashes, chair } = ringGeometry(shape);
  const seats = `stroke-linecap="round" stroke-dasharray="${dashes}"`;
  return [
    `<path d="${edge}" stroke="${primary}" stroke-width="${STROKE}"/>`,
    `<path d="${row}" stroke="${primary}" stroke-width="${SEAT.width}" ${seats}/>`,
    `<path d="${row}" stroke="${paper}" stroke-width="${SEAT.width - 2 * STROKE}" ${seats}/>`,
    chair &&
      `<path d="${chair}" stroke="${accent}" stroke-width="${SEAT.width}" stroke-linecap="round"/>`,
  ].join('');
}

/** Two concentric arcs, the double edge of a table, as one path. */
export function tableTop(centre: Point, radius: number, from = 0, sweep = 360): string {
  return arcPath(centre, radius, from, sweep) + arcPath(centre, radius + 8, from, sweep);
}

function seatsOn(radius: number, sweep: number, spacing: number): number {
  return Math.round(arcLength(radius, sweep) / spacing);
}

export function chairAt(centre: Point, radius: number, degrees: number): string {
  const middle = pointOn(centre, radius, degrees);
  const [from, to] = [degrees - 90, degrees + 90].map((along) =>
    pointOn(middle, SEAT.length / 2, along),
  ) as [Point, Point];
  return `M${from.x} ${from.y}L${to.x} ${to.y}`;
}

export const councilTable = drawCouncilTable({ x: 420, y: 420 }, 262, 286);

function drawCouncilTable(centre: Point, from: number, sweep: number) {
  const rings = Array.from({ length: 7 }, (_, index): RingShape => {
    const radius = 184 + index * 36;
    // Each ring's chair is a little further round, so that the chairs form a line.
    const chair = Math.round(seatsOn(radius, sweep, 36) * (0.2 + index * 0.035));
    return { centre, radius, from, sweep, spacing: 36, chair };
  });
  return { centre, rings, tableTop: tableTop(centre, 142, from, sweep) };
}

/** A bridge whose two halves meet at the keystone, in a drawing 600 units wide. */
export const bridge = drawBridge({ x: 300, y: 282 }, 190, 230);

function drawBridge(centre: Point, inner: number, outer: number) {
  const gap = 5;
  const point = (radius: number, degrees: number) => {
    const { x, y } = pointOn(centre, radius, degrees);
    return `${x} ${y}`;
  };
  const corners = [point(inner - 8, -3), point(outer + 8, -3), point(outer + 8, 3)];
  const middle = (inner + outer) / 2;
  const halves = (radius: number) =>
    [270, gap].map((from) => arcPath(centre, radius, from, 90 - gap)).join('');
  // Ten stones in each half, with a whole joint at either end.
  const stone = (arcLength(middle, 90 - gap) - STROKE) / 10 - STROKE;
  return {
    arch: halves(inner) + halves(outer),
    /** The joints between stones, as dashes of a line that is as wide as the arch. */
    joints: { d: halves(middle), width: outer - inner, dashes: `${STROKE} ${stone.toFixed(2)}` },
    keystone: `M${corners.join('L')}L${point(inner - 8, 3)}Z`,
    /** The deck, the piers, the banks and the water. */
    around:
      'M0 40H600M0 32H600M70 40V282M530 40V282M0 282H110M490 282H600M148 282H452M186 294H414M224 306H376',
    openings: [112, 488].map((x) => tableTop({ x, y: 82 }, 15)).join(''),
    row: 'M14 18H586',
    dashes: `${SEAT.length} ${(572 - SEAT.length) / 16 - SEAT.length}`,
  };
}

/** Minute books from left to right, each with its width and height. One more book leans on them. */
export const minuteBooks = drawBooks([
  [52, 270],
  [36, 236],
  [44, 300],
  [44, 300],
  [44, 300],
  [44, 300],
  [62, 252],
  [34, 214],
  [48, 282],
  [40, 244],
]);

function drawBooks(books: [width: number, height: number][]) {
  let x = 1;
  const spines = books.map(([width, height]) => {
    const top = 302 - height;
    const bands = `M${x} ${top + 26}h${width}m${-width} 8h${width}M${x} 254h${width}m${-width} 8h${width}`;
    const title = `M${x + width / 2} ${top + 64}v${Math.round(height / 5)}`;
    x += width;
    return `M${x - width} 302V${top}h${width}V302${bands}${title}`;
  });
  const leaning = `M${x + 78} 302L${x} 70L${x + 36} 58L${x + 114} 290Z`;
  const bands = `M${x + 8} 94l36 -12M${x + 70} 278l36 -12`;
  return { spines: [...spines, leaning, bands].join(''), marker: 'M154 66v60' };
}
