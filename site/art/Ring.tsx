import { styled } from 'styled-components';
import { color } from '../design/theme.ts';
import { ringGeometry, SEAT, STROKE, type RingShape } from './ring-geometry.ts';

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
