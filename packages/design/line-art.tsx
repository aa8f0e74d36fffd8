import { css, styled } from 'styled-components';

import { color, font } from './tokens.ts';
import {
  bridge,
  councilTable,
  minuteBooks,
  ringGeometry,
  SEAT,
  STROKE,
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

export const Line = styled.path`
  fill: none;
  stroke: ${color.primary};
  stroke-width: ${STROKE};
`;

const Outline = styled.path`
  stroke: ${color.primary};
  stroke-width: ${SEAT.width};
`;

const Inside = styled.path`
  stroke: ${color.paper};
  stroke-width: ${SEAT.width - 2 * STROKE};
`;

export const Chair = styled.path`
  stroke: ${color.accent};
  stroke-width: ${SEAT.width};
  stroke-linecap: round;
`;

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
  fill: ${color.primary};
`;

const Caption = styled.text`
  font: 600 30px ${font.text};
  text-anchor: middle;
  fill: ${color.muted};
`;

const Svg = styled.svg`
  width: 100%;
`;

/** A bridge whose two halves meet at the keystone, with a row of seats crossing it. */
export function Partnership({ alt }: { alt: string }) {
  const { row, dashes, joints } = bridge;
  return (
    <svg viewBox="0 0 600 316" role="img" aria-label={alt}>
      <Line d={bridge.around + bridge.openings + bridge.arch} />
      <Joints d={joints.d} strokeDasharray={joints.dashes} />
      <g strokeLinecap="round" strokeDasharray={dashes}>
        <Outline d={row} />
        <Inside d={row} />
      </g>
      <Keystone d={bridge.keystone} />
    </svg>
  );
}

const Joints = styled.path`
  fill: none;
  stroke: ${color.primary};
  stroke-width: ${bridge.joints.width};
`;

const Keystone = styled.path`
  fill: ${color.accent};
`;

/** Minute books. The line below the drawing serves as their shelf. Decorative. */
export function MinuteBooks() {
  return (
    <Svg viewBox="0 0 565 302" aria-hidden="true">
      <Line d={minuteBooks.spines} />
      <Chair d={minuteBooks.marker} />
    </Svg>
  );
}
