import { styled } from 'styled-components';

import { color, font, media } from '#design/tokens.ts';
import { arcPath } from '#design/geometry.ts';
import { Line } from '#design/line-art.tsx';
import { legalWords, type Section } from '../../content/legal-document.ts';
import { popiDiagram, SEAT_RADIUS } from './popi-diagram.ts';

type ConditionsProps = Required<Pick<Section, 'title' | 'conditions'>>;

export function Conditions({ title, conditions }: ConditionsProps) {
  return (
    <>
      <Figure>
        <PopiDiagram title={title} names={conditions.map(({ name }) => name)} />
      </Figure>
      <List role="list">
        {conditions.map(({ name, text }) => (
          <li key={name}>
            <strong>{name}</strong>
            <p>{text}</p>
          </li>
        ))}
      </List>
    </>
  );
}

const Figure = styled.figure`
  margin-block: 2.25rem;
  overflow: clip;
  break-inside: avoid;
`;

const List = styled.ol`
  counter-reset: condition;

  li {
    counter-increment: condition;
    display: grid;
    grid-template-columns: 2.5rem 1fr;
    padding-block: 0.75rem;
    border-top: 1px solid ${color.line};
    break-inside: avoid;
  }
  li::before {
    content: counter(condition);
    grid-row: span 2;
    color: ${color.accent};
    font: 400 1.375rem/1.2 ${font.display};
  }
  strong {
    padding-right: 1rem;
    font-weight: 600;
  }
  p {
    color: ${color.muted};
  }
  ${media.medium} {
    li {
      grid-template-columns: 3.5rem 15.5rem 1fr;
      column-gap: 0;
    }
    li::before {
      grid-row: 1;
    }
  }
`;

/** The eight conditions in the order of the Act, drawn as seats at a table. */
function PopiDiagram({ title, names }: { title: string; names: string[] }) {
  const { centre, radii, seats } = popiDiagram(names);
  return (
    <Svg viewBox="40 24 720 392" role="img" aria-label={`${title}: ${names.join(', ')}.`}>
      {radii.map((radius) => (
        <Line key={radius} d={arcPath(centre, radius, 0, 360)} />
      ))}
      <Subject x={centre.x} y={centre.y + 10}>
        {legalWords.diagram}
      </Subject>
      {seats.map(({ seat, number, label, isRight }) => (
        <g key={number}>
          <Seat cx={seat.x} cy={seat.y} r={SEAT_RADIUS} />
          <Number x={seat.x} y={seat.y + 9}>
            {number}
          </Number>
          <Label textAnchor={isRight ? 'start' : 'end'}>
            {label.map(({ line, x, y }) => (
              <tspan key={line} x={x} y={y}>
                {line}
              </tspan>
            ))}
          </Label>
        </g>
      ))}
    </Svg>
  );
}

const Svg = styled.svg`
  width: 100%;

  /* On a small screen, the list below the drawing names the seats. */
  @media (max-width: 40em) {
    width: 170%;
    max-width: none;
    margin-inline: -35%;
  }
`;

const Seat = styled.circle`
  fill: ${color.paper};
  stroke: ${color.primary};
  stroke-width: 1.25;
`;

const Subject = styled.text`
  font: 400 32px ${font.display};
  text-anchor: middle;
  fill: ${color.primary};
`;

const Number = styled.text`
  font: 400 26px ${font.display};
  text-anchor: middle;
  fill: ${color.accent};
`;

const Label = styled.text`
  font: 500 17px ${font.text};
  fill: ${color.ink};

  @media (max-width: 40em) {
    display: none;
  }
`;
