import { styled } from 'styled-components';
import { color } from '../design/theme.ts';
import { arcLength, arcPath, pointOn } from './geometry.ts';
import { Ring } from './Ring.tsx';
import { SEAT, STROKE } from './ring-geometry.ts';

const centre = { x: 240, y: 240 };
const outer = 210;
/** Where the visitor's place would be. */
const gap = 52;
const opening = 15;
const place = pointOn(centre, outer + SEAT.distance, gap);

/** A council table with one place at which there is no seat: decoration only. */
export function MissingSeat() {
  return (
    <svg viewBox="0 0 480 480" aria-hidden="true">
      <TableTop d={arcPath(centre, 92, 0, 360) + arcPath(centre, 100, 0, 360)} />
      {[130, 170].map((radius) => (
        <Ring
          key={radius}
          {...{ centre, radius }}
          from={0}
          sweep={360}
          seats={seatsOn(radius, 360)}
        />
      ))}
      <Ring
        centre={centre}
        radius={outer}
        from={gap + opening / 2}
        sweep={360 - opening}
        seats={seatsOn(outer, 360 - opening)}
      />
      <Place
        d={`M${-SEAT.length / 2} 0h${SEAT.length}`}
        transform={`translate(${place.x} ${place.y}) rotate(${gap})`}
      />
    </svg>
  );
}

function seatsOn(radius: number, sweep: number): number {
  return Math.round(arcLength(radius, sweep) / 34);
}

const TableTop = styled.path`
  fill: none;
  stroke: ${color.teal};
  stroke-width: ${STROKE};
`;

const Place = styled.path`
  stroke: ${color.brass};
  stroke-width: ${SEAT.width};
  stroke-linecap: round;
`;
