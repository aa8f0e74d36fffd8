import { styled } from 'styled-components';
import { color, font } from '../design/theme.ts';
import { councilTable } from './council-table.ts';
import { Ring } from './Ring.tsx';
import { STROKE } from './ring-geometry.ts';

const { centre, rings, tableTop } = councilTable;

/** The council table with the year of foundation at its head. */
export function CouncilTable({ year, label }: { year: string; label: string }) {
  return (
    <svg viewBox="-4 -4 848 848" role="img" aria-label={label}>
      <TableTop d={tableTop} />
      {rings.map((ring) => (
        <Ring key={ring.radius} {...ring} />
      ))}
      <Year x={centre.x} y={centre.y + 38}>
        {year}
      </Year>
    </svg>
  );
}

const TableTop = styled.path`
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
