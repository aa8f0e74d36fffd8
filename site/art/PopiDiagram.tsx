import { styled } from 'styled-components';
import { color, font } from '../design/theme.ts';
import { arcPath, pointOn } from './geometry.ts';

const centre = { x: 400, y: 220 };

interface PopiDiagramProps {
  title: string;
  /** In the order in which the Act lists them. */
  conditions: string[];
  /** What stands on the table. */
  subject: string;
}

/** The eight conditions, each with a seat at the table. */
export function PopiDiagram({ title, conditions, subject }: PopiDiagramProps) {
  return (
    <Svg viewBox="40 24 720 392" role="img" aria-label={`${title}: ${conditions.join(', ')}.`}>
      {[86, 94, 150].map((radius) => (
        <Line key={radius} d={arcPath(centre, radius, 0, 360)} />
      ))}
      <Subject x={centre.x} y={centre.y + 10}>
        {subject}
      </Subject>
      {conditions.map((name, index) => {
        const degrees = 22.5 + index * 45;
        const seat = pointOn(centre, 150, degrees);
        const right = degrees < 180;
        const label = { x: seat.x + (right ? 38 : -38), y: seat.y };
        return (
          <g key={name}>
            <Seat cx={seat.x} cy={seat.y} r="25" />
            <Number x={seat.x} y={seat.y + 9}>
              {index + 1}
            </Number>
            <Label x={label.x} y={label.y} textAnchor={right ? 'start' : 'end'}>
              {linesOf(name).map((line, row, lines) => (
                <tspan key={line} x={label.x} dy={row === 0 ? 6 - (lines.length - 1) * 11 : 22}>
                  {line}
                </tspan>
              ))}
            </Label>
          </g>
        );
      })}
    </Svg>
  );
}

/** Two lines at most, broken before the last word. */
function linesOf(name: string): string[] {
  return name.split(/ (?=\S+$)/);
}

const Svg = styled.svg`
  width: 100%;

  /* On a small screen the list that follows the drawing names the seats. */
  @media (max-width: 40em) {
    width: 170%;
    max-width: none;
    margin-inline: -35%;
  }
`;

const Line = styled.path`
  fill: none;
  stroke: ${color.teal};
  stroke-width: 1.25;
`;

const Seat = styled.circle`
  fill: ${color.paper};
  stroke: ${color.teal};
  stroke-width: 1.25;
`;

const Subject = styled.text`
  font: 400 32px ${font.display};
  text-anchor: middle;
  fill: ${color.teal};
`;

const Number = styled.text`
  font: 400 26px ${font.display};
  text-anchor: middle;
  fill: ${color.brass};
`;

const Label = styled.text`
  font: 500 17px ${font.text};
  fill: ${color.ink};

  @media (max-width: 40em) {
    display: none;
  }
`;
