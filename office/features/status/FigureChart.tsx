import { useId } from 'react';
import { styled } from 'styled-components';

import { color, font, size, space } from '../../../design/tokens.ts';
import { Grid, Received as Bar, Svg, useWidth } from '../overview/BarChart.tsx';
import { ticksFor } from '../overview/figures.ts';

const height = 112;
const edge = { top: 8, right: 1, bottom: 22, left: 1 };

interface FigureChartProps {
  title: string;
  total: string;
  /** The values, oldest first; null for an unknown value. */
  values: readonly (number | null)[];
  /** The labels of the first and last values: a time, or `now`. */
  from: string;
  to: string;
  format: (value: number) => string;
}

/** A bar chart with its total. The table below the charts has the numbers. */
export function FigureChart({ title, total, values, from, to, format }: FigureChartProps) {
  const id = useId();
  const [ref, width] = useWidth();
  const isKnown = values.some((value) => value !== null);
  const max = Math.max(0, ...values.map((value) => value ?? 0));
  const scale = ticksFor(max).at(-1) ?? 1;
  const top = max > scale ? max : scale;
  const inner = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom };
  const step = inner.width / values.length;
  const y = (value: number) => edge.top + inner.height * (1 - value / top);
  const says = isKnown
    ? `${title}: ${total} between ${from} and ${to}; peak ${format(max)}.`
    : `${title}: unknown.`;
  return (
    <Figure aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        <Total>{total}</Total>
      </figcaption>
      <div ref={ref}>
        <Svg width={width} height={height} role="img" aria-label={says}>
          <Grid d={`M0 ${y(0)}H${width}`} data-base="true" />
          {max > 0 && <Grid d={`M0 ${y(max)}H${width}`} strokeDasharray="2 4" />}
          {values.map((value, index) =>
            value !== null && value > 0 ? (
              <Bar
                key={index}
                x={edge.left + step * index + step * 0.12}
                y={Math.min(y(value), y(0) - 1.5)}
                width={Math.max(1.5, step * 0.76)}
                height={Math.max(1.5, y(0) - y(value))}
              />
            ) : null,
          )}
          <text x={0} y={height - 5}>
            {from}
          </text>
          <text x={width} y={height - 5} textAnchor="end">
            {to}
          </text>
        </Svg>
      </div>
      <Peak>{isKnown ? max > 0 && `Peak: ${format(max)}` : 'Unknown'}</Peak>
    </Figure>
  );
}

const Figure = styled.figure`
  display: grid;
  gap: ${space.tiny};
  min-width: 0;
  margin: 0;

  figcaption {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: ${space.small};
    padding-top: ${space.small};
    border-top: 2px solid ${color.accent};
  }
  h3 {
    font: 500 ${size.text} / 1.4 ${font.text};
  }
`;

const Total = styled.p`
  font: 400 1.75rem/1.1 ${font.display};
  font-variant-numeric: lining-nums tabular-nums;
  white-space: nowrap;
`;

const Peak = styled.p`
  min-height: 1.5em;
  margin-top: -${space.tiny};
  font-size: ${size.small};
  color: ${color.muted};
`;
