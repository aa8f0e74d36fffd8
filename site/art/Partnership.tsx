import { styled } from 'styled-components';
import { color } from '../design/theme.ts';
import { arcLength, arcPath, type Point } from './geometry.ts';
import { Ring } from './Ring.tsx';

const tables = [
  { centre: { x: 196, y: 170 }, towards: 90 },
  { centre: { x: 444, y: 170 }, towards: 270 },
];

/** The open side of each ring faces the other table. */
const rings = [
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
          <Table d={tableTop(centre)} />
          {rings.map(({ radius, opening }) => (
            <Ring
              key={radius}
              centre={centre}
              radius={radius}
              from={towards + opening / 2}
              sweep={360 - opening}
              seats={Math.round(arcLength(radius, 360 - opening) / 32)}
            />
          ))}
        </g>
      ))}
      <Shared d="M320 164v12" />
    </svg>
  );
}

function tableTop(centre: Point): string {
  return arcPath(centre, 34, 0, 360) + arcPath(centre, 42, 0, 360);
}

const Table = styled.path`
  fill: none;
  stroke: ${color.teal};
  stroke-width: 1.25;
`;

const Shared = styled.path`
  stroke: ${color.brass};
  stroke-width: 15;
  stroke-linecap: round;
`;
