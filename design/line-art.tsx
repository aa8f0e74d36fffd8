import { styled } from 'styled-components';

import { color, font } from './tokens.ts';
import { ringGeometry, SEAT, STROKE, type RingShape, councilTable, tableTop } from './geometry.ts';

/** One arc of a council table seen from above, with its seats. */
export function Ring(shape: RingShape) {
  const { edge, row, dashes, chair } = ringGeometry(shape);
  return (
    <g fill="none">
      <Edge d={edge} />
      <g strokeLinecap="round" strokeDasharray={dashes}>
        <Outline d={row} />
        <Inside d={row} />
      </g>
      {chair && <Chair {...chair} />}
    </g>
  );
}

const Edge = styled.path`
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

const Chair = styled.path`
  stroke: ${color.brass};
  stroke-width: ${SEAT.width};
  stroke-linecap: round;
`;

/** The council table with the year of foundation at its head. */
export function CouncilTable({ year, label }: { year: string; label: string }) {
  const { centre, rings } = councilTable;
  return (
    <svg viewBox="-4 -4 848 848" role="img" aria-label={label}>
      <TableTop d={councilTable.tableTop} />
      {rings.map((ring) => (
        <Ring key={ring.radius} {...ring} />
      ))}
      <Year x={centre.x} y={centre.y + 38}>
        {year}
      </Year>
    </svg>
  );
}

export const TableTop = styled.path`
  fill: none;
  stroke: ${color.teal};
  stroke-width: ${STROKE};
`;

const Year = styled.text`
  font: 400 114px ${font.display};
  letter-spacing: -0.03em;
  text-anchor: middle;
  fill: ${color.teal};
`;

/** Half a council table that hangs from the top of a page: decoration only. */
export function CornerRings() {
  return (
    <Svg viewBox="0 0 800 400" aria-hidden="true">
      {[150, 200, 250, 300, 350].map((radius, index) => (
        <Ring
          key={radius}
          centre={{ x: 400, y: 0 }}
          radius={radius}
          from={92}
          sweep={176}
          spacing={40}
          chair={7 + index}
        />
      ))}
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

/** The open side of each ring faces the other table. */
const partnerRings = [
  { radius: 70, opening: 0 },
  { radius: 110, opening: 40 },
  { radius: 146, opening: 128 },
];

/** Two council tables whose rings of seats meet in a place that both share. */
export function Partnership({ alt }: { alt: string }) {
  return (
    <svg viewBox="20 0 600 340" role="img" aria-label={alt}>
      {tables.map(({ centre, towards }) => (
        <g key={towards}>
          <TableTop d={tableTop(centre, 34)} />
          {partnerRings.map(({ radius, opening }) => (
            <Ring
              key={radius}
              centre={centre}
              radius={radius}
              from={towards + opening / 2}
              sweep={360 - opening}
              spacing={32}
            />
          ))}
        </g>
      ))}
      <Shared d="M320 164v12" />
    </svg>
  );
}

const Shared = styled.path`
  stroke: ${color.brass};
  stroke-width: 15;
  stroke-linecap: round;
`;
