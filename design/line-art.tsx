import { css, styled } from 'styled-components';

import { color, font } from './tokens.ts';
import {
  cornerRings,
  councilTable,
  ringGeometry,
  SEAT,
  STROKE,
  tableTop,
  type Point,
  type RingShape,
} from './geometry.ts';

/** The style of icons: lines with round ends. */
export const drawn = (stroke: string, width: number) => css`
  fill: none;
  stroke: ${stroke};
  stroke-width: ${width};
  stroke-linecap: round;
  stroke-linejoin: round;
`;

/** Concentric arcs of a council table seen from above, with seats. */
export function Rings({ shapes }: { shapes: RingShape[] }) {
  return shapes.map((shape) => {
    const { edge, row, dashes, chair } = ringGeometry(shape);
    return (
      <g key={shape.radius} fill="none">
        <Line d={edge} />
        <g strokeLinecap="round" strokeDasharray={dashes}>
          <Outline d={row} />
          <Inside d={row} />
        </g>
        {chair && <Chair d={chair} />}
      </g>
    );
  });
}

/** The edge of a table or of an object on it. */
export const Line = styled.path`
  fill: none;
  stroke: ${color.teal};
  stroke-width: ${STROKE};
`;

const Outline = styled.path`
  stroke: ${color.teal};
  stroke-width: ${SEAT.width};
`;

const Inside = styled.path`
  stroke: ${color.paper};
  stroke-width: ${SEAT.width - 2 * STROKE};
`;

export const Chair = styled.path`
  stroke: ${color.brass};
  stroke-width: ${SEAT.width};
  stroke-linecap: round;
`;

/** The council table with the year of foundation at its head. */
export function CouncilTable({ year, caption }: { year: string; caption: string }) {
  const { centre, rings } = councilTable;
  return (
    <svg viewBox="-4 -4 848 848" role="img" aria-label={`${caption} ${year}`}>
      <Line d={councilTable.tableTop} />
      <Rings shapes={rings} />
      <Year x={centre.x} y={centre.y + 54}>
        {year}
      </Year>
      <Caption x={centre.x} y={centre.y - 50}>
        {caption}
      </Caption>
    </svg>
  );
}

const Year = styled.text`
  font: 400 114px ${font.display};
  letter-spacing: -0.03em;
  text-anchor: middle;
  fill: ${color.teal};
`;

const Caption = styled.text`
  font: 600 30px ${font.text};
  text-anchor: middle;
  fill: ${color.muted};
`;

/** Half a council table at the top of a page; decorative. */
export function CornerRings() {
  return (
    <Svg viewBox="0 0 800 400" aria-hidden="true">
      <Rings shapes={cornerRings} />
    </Svg>
  );
}

const Svg = styled.svg`
  width: 100%;
`;

const tables = [
  { centre: { x: 196, y: 170 }, towards: 90 },
  { centre: { x: 444, y: 170 }, towards: 270 },
];

/** Two council tables that share one seat. */
export function Partnership({ alt }: { alt: string }) {
  return (
    <svg viewBox="20 0 600 340" role="img" aria-label={alt}>
      {tables.map(({ centre, towards }) => (
        <g key={towards}>
          <Line d={tableTop(centre, 34)} />
          <Rings shapes={partnerRings(centre, towards)} />
        </g>
      ))}
      <Shared d="M320 164v12" />
    </svg>
  );
}

/** The rings of a table, open on the side of the other table. */
function partnerRings(centre: Point, towards: number): RingShape[] {
  return [
    { centre, radius: 70, from: towards, sweep: 360, spacing: 32 },
    { centre, radius: 110, from: towards + 20, sweep: 320, spacing: 32 },
    { centre, radius: 146, from: towards + 64, sweep: 232, spacing: 32 },
  ];
}

const Shared = styled.path`
  stroke: ${color.brass};
  stroke-width: 15;
  stroke-linecap: round;
`;
